/// What a key can do.
enum Action: Sendable, Hashable {
  case stepBack, stepForward, requestBack, requestForward
  case up, down, pageUp, pageDown, top, bottom
  case oldest, newest
  case nextPane, previousPane
  case tab(InspectorTab)
  case nextTab, previousTab
  case nextLoss, previousLoss
  case zoomIn, zoomOut, fit, scale
  case find, findNext, findPrevious, filter, command
  case mark, jumpToMark, diff
  case why, budget, policies, requests, replay, open, themes
  case nextTheme
  case copy, pager
  case enter, unfold, fold
  case pause, mouse, help, nextSession, previousSession
  case childSession, parentSession
  // Of a live session:
  case say, cancel, nextStep, runScript, approve, decline, control
  case nextChoice, previousChoice
  case redraw, suspend, back, quit
}
