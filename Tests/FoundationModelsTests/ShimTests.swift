import FoundationModels
import Testing

@Test("P: probe")
func probe() {}
