// Written by scripts/train-vocabulary; not by hand. 757 texts, SHA-256 63adbf712b2efbed….

/// The merges of the vocabulary `stemma-bpe/1`, in the order of their rank.
enum StemmaMerges {
  static let count = 3840

  /// Pairs of tokens, spelled in the alphabet of `ByteAlphabet` and separated by blanks: two words are one merge.
  static let text: StaticString = ##"""
    Ġ t h e Ġ a Ġ i Ġ o Ġt he Ġ Ġ Ġ s e r e s i n e n Ġ w . Ċ r e h a o n Ġ f Ġ c Ġ b n d o r Ġ n Ġo f ha t
    i t l e Ġ p in g en t Ġi s Ġi t s t Ġ m o u Ġi n Ġo n Ġ l e d r o a r Ġa nd a l Ġt o o t Ġ ` i on m e Ġ d
    Ġt hat r a T he o l ĠĠ ĠĠ s e a t Ġ re " : r i o w e l a c e x Ġf or a d Ġb e a n u m Ġon e Ġs t i c t er
    Ġf i u t p t ex t Ġa s it h Ġw ith Ġ e " , Ġa n Ġb y v er a me â ĸ Ġ ent Ġ " Ġ k a y u n ĠĠ Ġ i l Ġo r
    ro m c t Ġw he i d Ġn ot a s r y Ġw hat ' s o m Ġt h Ġ ha o d n s Ġ g Ġit s d s a p Ġ le Ġa re g h Ġw h
    Ġ v t s # # Ġs e Ġt ext m a Ġa t ĠĠĠĠ Ġ c e k en he r e m es s a b p e s on Ġf rom Ġ = Ġ S n t Ġk e c ri
    h ing u r u e Ġent ry or d cri pt Ġ h b er { " ou r s h Ġs o ": " Ġc ha g e in e o re r ing ri es Ġre ad
    q u Ġfi le i s Ġc ol W hat Ġby t Ġc om es t Ġn e ent s Ġl o Ġwhe n d er Ġd o O N l ic Ġ ( ", " .Ċ Ċ a k
    u b J S JS ON ` , al l ap sh apsh ot n apshot f t a nd Ġ { ion s Ġ en Ġl i Ġto ken j son r it Ġa l r st
    ac h t o l d Ġ u v e Ġn o ro w Ġs napshot al ue Ġw as Ġ } on e â Ģ a st on t Ġl ine ra ns Ġent ries , "
    a m y pe Ġ r Ġfi rst n ow ou t Ġke y t her 0 0 u l id e l y Ġwhe re in d âĸ Ī on g Ġ} Ċ rans cript f er
    Ġp ub Ġs c c ord el l ess ion / / Ġ . Ġpub lic um ber Ġ I Ġw rit Ġ JSON Ġst and ver y [ " ab le c h m in
    Ġle t ou nd Ġo ut Ġ he ter s Ġ T Ġha s " ] " } k s gh t i r Ġ A Ġbyt es e t or t Ġe ach r u Ġt w Ġthe m
    Ġthe re cord ing e p â Ķ Ġd i ) Ċ O n Ġs h Ġwh o ": {" ra c a in g m Ġf ol Ġp ro Ġs p Ġt er l ac Ġn umber
    Ġs ession now n t ype âĸĪ âĸĪ Ġ - Ġth is ic h w n Ġc ou Ġ{ Ċ Ġs ame f ore Ġ The Ġ un Ġbe fore Ġcol um
    Ġn il l o Ġv ar ## ## min al Ġ [ Ġto ol M A l es re d t hing ru ct ar t Ġre cording âĶ Ģ Ġcha rac Ġtw o
    en ce Ġnot hing Ġter minal Ġw or MA R MAR K p en âĶĢ âĶĢ Ġe very Ġor der Ġwh ich a se Ġcha n Ġl ast
    Ġtoken s ) , le d Ġc an ak es row s ` .Ċ c es ay s Ġt i i g On e st em Ġd e Ġdo es e ct f ter ĠĠĠĠ ĠĠĠĠ
    Ġ U Ġ | in it it s od el âĢ ¦ ra m Ġm ay Ġn ame re en g in o p Ġc ont V alue p er s ed Ġi d Ġan y k nown
    Ġo wn Ġsh ow ac k ct ion el f ou gh Ġwith out i es c on g ram Ġa g Ġne w s w Ġc all at ion e y i e
    Ġsc reen st ring um ents Ġo ther Ġso me R e W he l f or y ot her st ruct Ġag ain Ġcol our Ġle ft o k
    Ġa fter Ġon ly Ġthe y 2 0 an y s ion Ġ + Ġkey s Ġpro gram el se Ġ C Ġal l Ġstand s at e g uments Ġ else
    am es i z j ect ha n re ad Ġbe gin Ġbyt e Ġwho le an t Ġcom p Ġh ol Ġm odel em ber ma nd v es Ġen d
    Ġin fer lac e âĸ Ħ Ġc ase Ġl ong Ġm e b ject c he c k es cript g ed od e Ġ F Ġv alue ( " ar ame t h
    t ring Ġp er o me Ġ // Ġ L Ġ P Ġ y Ġa r Ġti me i m o s Ġan other Ġse gm f i p ut Ġ json Ġcharac ter Ġr un
    g es struct ions t en âĸĦ âĸĦ Ġg o Ġu p escript ion ey s um p Ġm any Ġthe ir Ġa b Ġcom mand Ġfol der
    Ġt ranscript at a il l ou ld Ġ N Ġcolum n Ġcou nt Ġon ce o st stem ma t e ĠĠĠĠ ĠĠĠ Ġli st Ġ E Ġc lo Ġdi f
    Ġg i K eys Ġper son Ġs elf H ow en ces r or un ction ver sion Ġp a Ġre t l l rom pt ar y i ght l ow Ġ// /
    ĠS tring Ġm u Ġret ur ac he i ft od y p ort Ġ B m at n ame Ġt han Ġw ord Ġwor ds ou nt per t Ġi f . json
    d escription i gh it le re e v en Ġd ump 1 2 e ver it e n ing Ġ M Ġb ut Ġcolum ns Ġdif fer Ġp r ": ["
    en d er s f unction o in Ċ Ċ Ġc ell es ts Ġ G Ġ ri Ġd ra Ġn one Ġp lace c od w e âĶĢâĶĢ âĶĢâĶĢ
    âĸĪâĸĪ âĸĪâĸĪ Ġfi les Ġn ames Ġw ould 1 0 ac t es p esp on it ion pert ies se t to ol Ġb ack Ġe m Ġha ve
    Ġin to Ġof f Ġs ays Ġst ep Ġthe n ra me ro perties ur s Ġre qu Ġwrit ten arame ters i st p p âĸ ģ Ġ ra
    Ġ ro Ġm ar Ġt ell Ġto ld A n T o ad e espon se k e pt y ra y v el we en } ," Ġo pen Ġp ie Ġt akes . ","
    E nt Ġ version Ġhol ds Ġn ow Ġu nd Re ad er e o se o v u re Ġ rows Ġc ache Ġin s Ġke ep Ġlo ok Ġn ext
    Ġo ver Ġs y Ġ}Ċ Ċ a ul f rom m ent t ext Ġan sw Ġas k Ġc on Ġc ut Ġh ow Ġw ere 3 0 ` . ak e ot h Ġbe t
    Ġbet ween Ġcou n Ġha nd Ġp art Ġund er ) . ig n Ġ ? Ġ âĸ Ġab out Ġin structions Ġm ore Ġp l Ġpr in
    Ġri ght Ġun known at h nd ex âĸģ âĸģ Ġ What Ġinfer ence Ġk ind Ġth r * * 20 2 en er le t o c ut es Ġ W
    Ġ ex Ġbe c Ġc h Ġcharac ters Ġi m Ġke pt Ġm ade Ġp ar Ġthr ough ] Ċ al se c ont i f in es t itle Ġ row
    Ġem pty Ġen ds Ġlet ter Ġs he #### #### 1 1 d d qu al Ġ j Ġb el Ġchan ged Ġcolour s Ġd ay Ġlo g Ġp re
    Ġp rompt Ġread s Ġretur n Ġs ent Ġse con Ġsome thing "] ? ) ) ar d o bject oc ab r ue t ed t he Ġde f
    Ġfol low Ġha lf Read s Y ou ocab ul un known Ġ R Ġdo c Ġf rame Ġsnapshot s Ġv ocabul Ġwho se Whe ther
    ad ata b ody e w o f pt ions Ġ qu Ġb l Ġhe re Ġm er Ġs ha Ġsegm ents C all gm ent iz er st ant Ġ âĢ
    Ġcom es Ġm ost Ġne ver Ġst ring Ġth read ) : 6 4 S e am p er ror i x m all u s âĸ ĥ Ġ error Ġansw er Ġb o
    Ġchan ge Ġcont ent Ġd one Ġk nown Ġmu st Ġnumber s Ġwrit es ac e h ind i le m es sw ift um ent Ġdra wn
    Ġl an Ġli ke Ġm ember Ġshow s Ġst at Ġvocabul ary ) .Ċ Whe re i se ma ge t il Ġ â Ġar guments Ġdoc ument
    Ġe qual Ġf ar Ġgo es Ġne ed Ġo bject Ġpie ce Ġs a Ġth ose Ġw r I nt S t T able a ge he re n ot ound ation
    Ġ ~ ĠT h Ġbegin s Ġfor mat Ġim port Ġk now Ġm em Ġmem ory Ġout put Ġp as Ġread er Ġsegm ent Ġth ree
    Ġun til 2 4 W h ist ory ov ed se lf to ken Ġ? ? ĠT ranscript Ġcoun ts Ġinfer ences Ġy ou "} ," F or i al
    ie w lic e o ks ord er âĸĥ âĸĥ âĸĦâĸĦ âĸĦâĸĦ Ġb es Ġb its Ġbe hind Ġdump s Ġlet ters Ġme an Ġoff set
    Ġp oin Ġrequ est Ġs ign Ġsecon d Ġsy stem Ġwr ong . swift ad d ar ch as on p pen s es u il w here Ġ D
    Ġ âĢ¦ ĠU T Ġbl an Ġc ome Ġc urs Ġcall s Ġlo st Ġm in Ġpa ir Ġs mall Ġs u Ġt ab Ġt able Ġthe me Ġwor k
    Ġwrit e "] ," 1 6 I t JSON Value O f S C ` ` id es id th iz e u nd Ġ ed Ġcurs or Ġhe ld Ġit self Ġl ines
    Ġmar k Ġmember s Ġre p Ġw a "]? . F F T ext ab el ason ing f il i red ic e m it p arameters r ound t es
    t ranscript un c y tes Ġ Â Ġb oth Ġbegin ning Ġbes ide Ġc al Ġevery thing Ġins ide Ġp e Ġst art " ), ) `
    - order A r C ol E very am ed ar ts con ds ind ow lac es our s re qu ur es Ġ= = ĠTh rows Ġal one Ġcan not
    Ġf a Ġin it Ġpar ent Ġst ruct Ġw ay Ġ| Ċ 1 3 1 4 1 5 2 5 a g aul t i ve ĠĠĠĠĠĠĠĠ ĠĠĠĠĠĠĠĠ Ġc op Ġchan ges
    Ġcont ext Ġf l Ġf unc Ġhol d Ġi ds Ġm at Ġsp ace "] } ( let E r Er ror c ess c i i me in s m on
    p roperties requ ired u p Ġ H Ġ O Ġ V Ġ- > Ġf ound Ġg ener Ġli mit Ġm akes Ġs ay Ġse es Ġse t Ġt ype
    Ġthe se Ġu s "} }," . unknown 4 0 Call s Ent ry N ame P roperties Se gment To ken add ition addition al
    additional Properties at ed c ount che ma f alse n er or k read y string Value u es v ent
    âĶĢâĶĢâĶĢâĶĢ âĶĢâĶĢâĶĢâĶĢ ĠI nt Ġask ed Ġc ame Ġf ew Ġfi l Ġgi ves Ġp ast Ġrun s Ġs ide Ġsc he Ġsp ell
    Ġtell s . id . se : Ċ Ar guments I n M ember T ranscript a ma l ine p ed qu ence ter n ul l âĸ ħ Ġ ["
    Ġ( ` ĠS elf ĠUT F Ġa dd Ġal ready Ġen vel Ġhe ad Ġin stant Ġle a Ġlo oks Ġm et Ġprin ts Ġs ize Ġtool s
    Ġv al Ġw ide "]} }," ( json . Member . m D e Ent ries S T T rue W rit ` : a re a u en g l i o pe o ve
    om p os ition p l r esponse ra ft s ing u d um ns w ar y le ĠI n Ġcount ed Ġenvel ope Ġh istory Ġp ath
    Ġst ays Ġst op Ġw e Ġw indow ( of 0 1 A s I I SC II ` ; arame ter c ap cod er eng th i an i fi ic k igh b
    l ess op le ou se our ces ow s pe ct âĸħ âĸħ âĸĪâĸĪâĸĪâĸĪ âĸĪâĸĪâĸĪâĸĪ Ġ âĶ ĠĠĠĠ ĠĠĠĠĠ ĠA SCII Ġ` - Ġ` .
    Ġc ode Ġcal led Ġclo ck Ġdi g Ġgi ven Ġp ut Ġpe ople Ġr u Ġs ort Ġsa id Ġshow n Ġt ake Ġti mes ĠâĶ Ĥ
    Ġâĸ ł . . M E b le d e ge t ic y l p ra p t ach w o Ġ z ĠF oundation ĠJSON Value ĠP arameter Ġar ray
    Ġbel ow Ġfor m Ġhe lp Ġlong er Ġn amed Ġneed s Ġo ld Ġsche ma Ġsent ences Ġsh ort Ġspell ing Ġsu ch
    Ġv iew Ġwh ile Ġwhat ever ĠÂ ° , Ċ 00 0 3 2 L ite On ly Q Lite amp le cod ing ent ry n g or ial tach ment
    ut orial á » ĠS e Ġbe ing Ġle ast Ġli ght Ġmet adata Ġon es Ġp laces Ġr esponse Ġre m Ġrequ ests
    Ġretur ns Ġru le Ġs um Ġs w Ġsp lice Ġst ore Ġt a Ġt ur ), Ċ .unknown Keys 1 00 1 9 I L I ndex IL E
    Token s Writ es ar guments en ch ent ries ess ions gm ents icy c init ions it t me t nd om ro l u sed
    v ate Ġ ######## ĠI t Ġab ove Ġany thing Ġb re Ġb uil Ġbel ong Ġblan ks Ġcell s Ġdef ault Ġe le Ġin put
    Ġj oin Ġl abel Ġm om Ġne ar Ġne ighb Ġnew est Ġpa ge Ġst yle Ġt ests Ġtext s Ġval ues Ġw idth
    - transcript .se gments O ptions al ar ar ray f or in ce ing s met adata odel s ol d p ath ri vate s s
    st art t ime war ds âĸģâĸģ âĸģâĸģ Ġ & Ġ- - ĠS end ĠSend able ĠU Int Ġbre ak Ġc o Ġde c Ġf in Ġfollow s
    Ġg one Ġgi ve Ġha ppen Ġknow s Ġmar ks Ġmin utes Ġp rivate Ġqu ot Ġs our Ġsc alar Ġta ken ĠâĢ Ķ " Ċ ", Ċ
    -transcript s 6 0 R L R un Re cording act ion c ol fi x ill ise illise conds n ge os en ot hing pp ed
    ri b u red Ġ ** ĠS und ĠSund ay Ġdra w Ġed it Ġkeep s Ġl ow Ġm ut Ġo ven Ġpas sed Ġpl ain Ġshe ll Ġt ra
    Ġto o Ġu sed Ġw ar Ġw at Ġwh y Ġwrit er Ġâ Ĩ ' t 2 3 Run s ` Ċ a f a red at or au se che s d ds e ts
    ent ifi it her ns w nsw er o od ou s p rompt r est r l re ct u x w ays Ġ K ĠL O Ġ[ ] Ġagain st Ġas ks
    Ġch osen Ġcop y Ġfil ter Ġfol d Ġhead er Ġl ength Ġli es Ġm id Ġm is Ġme as Ġpoin ts Ġpro cess Ġre f
    Ġs ample Ġs ince Ġsha re Ġst ill Ġstep s Ġstring s Ġt em Ġt est Ġt rue Ġtw ice Ġu se Ġw ro Ġwa its
    Ġwro te ( as . c 5 0 A ll Col umns S h S ources and s at tachment es cap fi le fil led i a i mage
    in structions it ch it che re asoning t rib t rl t y token izer Ġ ! ĠE qu ĠEqu at ĠEquat able ĠG ener
    ĠLO ST ĠS QLite Ġa p Ġa pp Ġadd ed Ġb icyc Ġd ata Ġd id Ġd ough Ġen ough Ġf o Ġfa il Ġha d Ġm s Ġmer ge
    Ġmom ent Ġno body Ġo pt Ġopen ed Ġopt ion Ġp ack Ġpie ces Ġr est Ġs essions Ġse en Ġt en Ġt rans Ġt y
    Ġtoken izer Ġun less Ġwhe ther Ġwith in " ) "] )Ċ ( _ ( id ( se (as ci (asci i - b . rest 2 00 2 6
    A nswer F rom For mat I D U n ap er c raft cont ents d ay g er im es lo ck o g om es p ic p osition
    per at r ou ru st w ork âĢ Ŀ ã ģ Ġ < ĠM B ĠP arameters Ġal ways Ġap art Ġat trib Ġb ig Ġbec omes
    Ġbelong s Ġbuil t Ġclo sed Ġd ro Ġdi rect Ġdiffer ence Ġe ight Ġf ind Ġf it Ġf our Ġf ull Ġg row Ġg u
    Ġhe ight Ġi mage Ġimport ed Ġk itche Ġkitche n Ġl ar Ġlan es Ġle ad Ġlea ve Ġmu s Ġmus ic Ġp aper Ġpoin t
    Ġpre filled Ġra ndom Ġread ing Ġrep lac Ġse arch Ġse ed Ġst arts Ġst ate Ġstand ard Ġstore d Ġsw itch
    Ġsy m Ġsym b Ġsymb ol Ġt ide Ġto p Ġunknown Keys Ġwor ks ĠâĨ Ĵ ( Ċ ( entry S chema T ype To ol W ith
    a fter am ount ap pen ay Table b ench d ough ed ia el led er ted g round il d im um itt le ma x o ol
    rust ed se ts tool Calls u st ver s w ise Ġ ]Ċ Ġ escap Ġ x ĠĠ Ċ Ġ+ = ĠC trl ĠT imes Ġ[ Ċ Ġb ase Ġbe en
    Ġbo at Ġbo x Ġcom mon Ġcou ld Ġdef initions Ġdi st Ġdiffer ent Ġdig its Ġfi x Ġfo ot Ġg round Ġh igh
    Ġi ndex Ġin st Ġlist s Ġlo af Ġlo ck Ġm ake Ġmean s Ġr ound Ġre cord Ġro om Ġs ub Ġse quence Ġse ver
    Ġsever al Ġshe et Ġsp elled Ġth rows Ġtrans action Ġtur n Ġwh ite ( b ** : . appen . d . s .appen d 0 2
    0 9 1 7 3 1 4 6 5 2 6 8 L o M akes M odels N ames S tring T ests U RL Wh ich ` .ĊĊ ak er ant ed c ks c l
    f set he d in ing low er m an n umber ou n p ar p lace r ess ro le s ession t ion ur ns ut s v ents w ith
    ĩ âĸ âĸĥâĸĥ âĸĥâĸĥ âĸĦâĸĦâĸĦâĸĦ âĸĦâĸĦâĸĦâĸĦ ã Ģ Ġ $ Ġ One ĠĠĠĠĠĠĠĠ ĠĠ Ġ! = ĠF ILE ĠI d ĠId entifi
    ĠIdentifi able ĠN ever ĠS ay ĠSe pt ĠSept ember Ġa w Ġany one Ġattrib utes Ġc l Ġc up Ġcoun ter Ġe vent
    Ġend ed Ġh und Ġh ur Ġhund red Ġhur ry Ġj ust Ġn ode Ġother wise Ġout s Ġouts ide Ġperson a Ġrem oved
    Ġsign al Ġsort ed Ġsour dough Ġst ay Ġst ood Ġstat ic Ġt itle Ġt rusted Ġter m Ġty ped Ġw ell " . ( ) ( .
    ( at - h . init .m ap 0 6 1 8 A dds B ody Body Keys C ont C ount De f E R O ut S c ama ged an es at ive
    at tern at ure edia Type en sion est o esto ft ext ension f ig fer ence gh ur ghur t i et i p ic ode
    le ction m ber o ghurt o sed or ts ow n r m red i struct ure ter m the mes w h w ift y te
    âĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢ âĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢ Ġ * Ġ J ĠE nt ĠI ndex ĠS t ĠU n Ġ` " Ġ`- - Ġa m Ġb aker
    Ġb it Ġbe g Ġbec ome Ġblan k Ġc he Ġch ild Ġcomp any Ġcomp ar Ġe ar Ġf alse Ġfix ed Ġg as Ġin ner Ġl at
    Ġl ittle Ġlong est Ġlook ed Ġm ess Ġm illiseconds Ġm od Ġm ouse Ġm oved Ġmis sing Ġn ine Ġneighb ours
    Ġo ptions Ġp ort Ġpair s Ġpas s Ġro le Ġs ix Ġse e Ġsh ould Ġt ry Ġt utorial Ġtab les Ġtem perat
    Ġtemperat ures Ġthe rm Ġtherm ome Ġthermome ter Ġwa it Ġwork bench "]? [" # Ċ ) )Ċ - in - p -h our
    . Entry 2 1 2 9 4 1 4 5 : )` Every thing G U GU F T h \ n a ir an g aul if aulif lower b e b o che d
    cont ent d le e ad fi rst g est i led i ves ic al if ic ing le is hed lic es m ents man ac me mber o le
    on d p ha r es ra w ri gin s cript ut f w rit ĠC ont ĠN othing ĠO pic ĠOpic in ĠOpicin a ĠS wift ĠT ext
    Ġ[ ]Ċ Ġ` ~ Ġansw ers Ġanswer ed Ġbec ame Ġbicyc les Ġcomp act Ġcon n Ġconn ect Ġcont rol Ġd amaged
    Ġd escription Ġe vents Ġex act Ġfa iled Ġframe work Ġg rows Ġgener ator Ġh our Ġlan tern Ġmu ch Ġmut at
    Ġo rigin Ġother s Ġpar ts Ġprin t Ġquot es Ġreplac ed Ġs ingle Ġs ur Ġsp an Ġst ri Ġth ous Ġthem es
    Ġthous and Ġw ill ĠâĢ ĵ ĠâĢ¦ Ċ (se gment ) ),Ċ ) ; ): Ċ - c . of .c pp .of fset / D 0 5 2 7 3 8 4 8 C omp
    E A I G N il N o Out put T akes T wo U Int Whe n Z one ] + all s b et b ytes c urs d ata e ar ep s er y
    ext Options f f ic es in te init ion inte ger it y iz ers k ey l as m ap m ux ow estoft pt h ra nge
    ra tion rac k ud get v alue w idth y y } \ á º âĸ Ĩ âĸħâĸħ âĸħâĸħ ä ¸ Ġ ring Ġ Ä ĠĠĠĠ ĠĠ Ġ& & ĠG GUF
    ĠIn stant ĠL owestoft ĠUn icode Ġ[ . Ġ[] ĊĊ Ġa ppen Ġa x Ġam ong Ġar ound Ġaw ay Ġb are Ġb ody Ġbe y
    Ġbeg an Ġbey ond Ġc ar Ġc ost Ġcon fig Ġconfig u Ġconfigu ration Ġcont ain Ġerror s Ġexact ly Ġf ore Ġf r
    Ġfl ag Ġfr ont Ġg et Ġin cl Ġincl ud Ġins pect Ġinspect or Ġl ess Ġlat er Ġlea ves Ġlead ing Ġmat ch
    Ġmer ges Ġmid dle Ġn or Ġnew er Ġp h Ġpr ess Ġprin ted Ġre asoning Ġre c Ġre ct Ġrecord ed Ġrect ang
    Ġrectang le Ġs pe Ġsecon ds Ġstop s Ġsum m Ġt mux Ġth ing Ġtool Name Ġtranscript s Ġwar ning Ġwrit ing
    Ġy et Ġy oghurt Ġâĸ ĩâĸ " `, ## Ċ , {" 25 6 4 7 68 1 7 7 A t B ytes D ME E ach E n EA DME F i FF F Fi rst
    P ro R ows W a [ \ ames e an a an ce ar ies at in curs es d if el ow em ents end ar et urns f e g ing
    g ur ge ther he s i B i ble iet n ietn amese in k is s ix ed j i l ue le vel lo ad m m o ji ome thing
    or ds pha bet pl it qu ences r un ro ken tool Name u al ul gur un it { L } Ċ Ġ / Ġ You ĠA n ĠA r ĠB led
    ĠEnt ry ĠGener ation ĠL atin ĠM iB ĠT ool ĠV ietnamese Ġal phabet Ġax is Ġb ar Ġc ause Ġc raft Ġcomp ared
    Ġconnect ion Ġcop ies Ġd own Ġdata URL Ġde pth Ġdif f Ġdiffer s Ġdo or Ġdro pped Ġed ge Ġele ment
    Ġelse where Ġevery where Ġf ast Ġfil led Ġfin ds Ġg ap Ġha ng Ġhappen ed Ġhappen s Ġlow er Ġm m
    Ġmeas ured Ġo urs Ġpre fix Ġr es Ġre g Ġref used Ġs k Ġsc an Ġscalar s Ġsome body Ġsp ac Ġst ar Ġt iss
    Ġterminal s Ġtiss ue Ġto gether Ġw ant Ġw ent Ġz er Ġâ Ĺ ĠâĹ Ĩ "} ,{" . start / T / Table / s /D ayTable
    0 4 2 2 3 4 8 0 9 9 ? Ċ A ME F C G R G ives I m Lo oks M ore O pen P E S u Sh ows V iew ] ) `` ` a id
    a ve aul ts ay load b ining c ed con d dif f el d em ma en ds fil ter g or he ad in ed ing redi member s
    min utes o ves on ly ort h p s ra ction rap h ring s s chema te en ub range ul es w hat { N âĢ ľ ã Ĥ
    Ġ #### Ġ On Ġ \ Ġ Ã Ġ######## #### Ġ######## ######## Ġ-- - ĠFoundation Models ĠR eturns ĠS h ĠT wo Ġ` <
    Ġ` [ Ġal ong Ġappen d Ġb ound Ġb ra Ġback ground Ġc li Ġc od Ġch o Ġcha r Ġclo cks Ġclo se Ġcom bining
    Ġdirect ory Ġdist ance Ġdraw s Ġem oji Ġen coder Ġen coding Ġf ault Ġf its Ġf unction Ġg rou Ġgener ated
    Ġgu ard Ġim p Ġinst ead Ġl aid Ġli ve Ġlo c Ġlo ss Ġm ach Ġm an Ġmach ine Ġmat ches Ġneighb our Ġo l
    Ġol der Ġopen s Ġp arameters Ġp osition Ġpack age Ġpast e Ġra nge Ġre al Ġre port Ġre used Ġreg ul
    Ġregul ar Ġs ig Ġsa fe Ġse quences Ġsig ns Ġspac es Ġstart ed Ġstat us Ġstri p Ġtab s Ġth row Ġun it
    Ġwar m Ġwat ch Ġx term Ġy our ĠâĢ ľ " )Ċ " .Ċ ( with - m - session . Tool . arguments . count . metadata
    . re . time .m d .time Zone / ` // / /T ides 0 3 4 3 ? . B e C han Cont ent ER M F ILE F oundation I ds
    L e M ix N AME N othing Open s Su ite T er T est Wa its With out [ ^ [^ \ ` ), ` ).Ċ ` themes ac ks ar ks
    as ed b r c ode cod ed er ial ff ect ha rac i pe ick er igh ts im it in ds in t ins erted ir on iron ment
    ixed Table json Schema l ves le ct ll s lo ok m oved m pty mand s min imum n ed n ext n ight n o
    napshot s nd ices ol der p r plit Mix ri d s o st arts t hat t ing t ty token izers v ironment Ã ³ âĸ Ĥ
    âĸĨ âĸĨ âĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪ âĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪ Ġ # Ġ : Ġ > Ġ When Ġ Where Ġ her Ġ âĸĪ Ġ âĸĪâĸĪ
    Ġ< < ĠA l ĠA nd ĠAr ray ĠC ol ĠGener ated ĠGenerated Content ĠI ts ĠM arch ĠN ov ĠW h Ġ` {" Ġask ing
    Ġb rack Ġb roken Ġbec ause Ġbl ue Ġbo ok Ġbrack et Ġbut ter Ġbyte Count Ġc auliflower Ġc or Ġclo sing
    Ġcommand s Ġcomp let Ġd es Ġd ry Ġde coder Ġdig est Ġe ven Ġeight h Ġf raction Ġfi ve Ġfl ap Ġfore ground
    Ġg ets Ġg re Ġhand le Ġhand s Ġinclud ed Ġins erted Ġjoin ed Ġl amp Ġl ay Ġlan e Ġlar gest Ġle ts Ġle vel
    Ġli br Ġmean wh Ġmeanwh ile Ġmeas ures Ġmer ged Ġmess age Ġmid night Ġmutat ing Ġn curses Ġne ither
    Ġnear ly Ġo b Ġo dd Ġo w Ġow ns Ġp ayload Ġp icker Ġp ipe Ġp red Ġpack ed Ġpl an Ġpred ic Ġput s
    Ġre ference Ġre l Ġrec og Ġrecog n Ġrecogn is Ġset t Ġsha res Ġsix teen Ġsp l Ġunknown BodyKeys Ġw al
    Ġy ear ĠÄ ĳ Ġâĸĩâĸ ĩ ": Ċ "] Ċ ( \ ( day ( for ( âĢ¦ )) )Ċ )) ]Ċ - end - level - only -end ian -p air / R
    / stemma /R EADME 0 8 3 6 3 9 5 1 : ) ; Ċ ? ` A G A l An y B rings Chan ge D raw Def initions E le E qual
    Im port K e L O R ep Read ing Recording s S omething T ERM W e Wh y \ p ] . `` `Ċ a ges a it al i ar k
    array Value as s at ch b ack bo ard c lock c omp cap e ci pe cont extOptions d ate em ent es ce et a
    f rame ffect s g re ge ts harac ters ific ation ig z igz ag ill a im al in ter in ts in ux ind ex ir d
    is k j ana j ub jub l jubl jana l ength las h m as m ost ma ges max imum n il o ok o ptions on ical os it
    oun ts ound s our ce p attern p es p re p ro ram es s cape s er s he s napshot script s se quence
    tool Output u ation u se umber s ump s un ct us y ut e x FF | \ } ĊĊ ī æ īæ ´ īæ´ ¥ į īæ´¥ Æ ° è įīæ´¥
    ï ¼ Ġ Re ĠĠĠĠĠĠĠĠĠĠĠĠĠĠĠĠ ĠĠĠĠĠĠĠĠĠĠĠĠĠĠĠĠ ĠB ytes ĠE x ĠF or ĠH istory ĠHistory View ĠL inux ĠN o ĠS IG
    ĠSh ift ĠUT C ĠV illa ĠW ick ĠW ith Ġ` ?` Ġ` â Ġ` âĢ¦ Ġa c Ġafter wards Ġal so Ġarguments Text Ġas sets
    Ġb acks Ġb ind Ġb ot Ġb rou Ġb udget Ġb ulgur Ġbot t Ġbott om Ġbreak s Ġbrou ght Ġc ra Ġc ur Ġcal endar
    Ġcall er Ġcan onical Ġcli p Ġcom ma Ġcomp osed Ġcon vers Ġcont ents Ġcontain er Ġcup s Ġd on Ġdiffer ing
    Ġe ither Ġear li Ġearli er Ġedit ed Ġex pect Ġex pr Ġf act Ġf aults Ġfi g Ġfin ished Ġfol ds Ġfold ed
    Ġfollow ed Ġh ide Ġk ite Ġk m Ġl it Ġl l Ġli e Ġll ama Ġloc al Ġm ediaType Ġme ets Ġne g Ġnear est
    Ġneg ative Ġnew line Ġo u Ġorigin al Ġown er Ġp anes Ġp attern Ġp ol Ġpl anted Ġpredic ted Ġpro file
    Ġprogram s Ġqu ant Ġr ules Ġre pe Ġrel ative Ġrepe at Ġro ck Ġro les Ġro ot Ġs cript Ġs er Ġs ides
    Ġs lices Ġs ound Ġse a Ġse lect Ġsha pe Ġsign ature Ġsour ce Ġspl itt Ġst ack Ġstruct ured Ġt ar
    Ġto wards Ġtw el Ġtwel ve Ġw all Ġwat er Ġwork ed "] , ( $ ( Transcript ( entries ( from ( in ( s (\ .
    ) ), + FFF +FFF D - Z . " . is . t . toolName .. . .. < .se conds .unknown BodyKeys / craft 0 7 12 8 19 7
    3 3 4 00 4 2 4 9 5 3 7 8 : ` As Value C uts Col lection Def inition Draw s E nd E vent En coder End s
    F ew F ixedTable F rame Foundation Models ID s JSON Encoder JSON Error M illiseconds M ode N ot N umbers
    O F P re P uts R FC S GR S I S QLite S napshots S p S ubrange Sc reen Th ree The n Transcript s U p W ork
    ] [ _ C ` ) ` stemma a ves ab les ac ts ain s al t amp les an ts ap e at es b uil b yte c alls c an c han
    d en d ump de ck e as e ed e ep ed Keys en s ent ence er t f l g ab g ence g u h ouse i ke ign ature
    il es im port ir t irt ual k ind l abel l ong le ase le ft ll ama look For m arks m ediaType m er o es
    o om og raph or ter ort edKeys os es p ing pl ate ra ndom ries te ro p s ome s ortedKeys s ource s ses
    se arch set IDs she lf t on u g ul t unct uation ur ther ver gence ver t w indow writ ten | ' Æ° á» âĢ ĵ
    âĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢ âĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢâĶĢ
    âĸĦâĸĦâĸĦâĸĦâĸĦâĸĦâĸĦâĸĦ âĸĦâĸĦâĸĦâĸĦâĸĦâĸĦâĸĦâĸĦ ãĢ ģ Ġ Only Ġ ext Ġ vers Ġ âĸģâĸģâĸģâĸģ Ġ" "Ċ Ġ" \ Ġ( "
    ĠB oth ĠD ay ĠD ayTable ĠE very ĠG or ĠGeneration Schema ĠGor l ĠGorl est ĠGorlest on ĠI ds
    ĠIn structions ĠK B ĠL esce ĠN il ĠR an ĠRan ge ĠS ch ĠSch u ĠSchu ber ĠSchuber t ĠU RL ĠW ork ĠWh y
    Ġ`[ . Ġa d Ġa dds Ġa head Ġal manac Ġb ands Ġb atch Ġb lac Ġb ri Ġb ring Ġb ub Ġbacks lash Ġbicyc le
    Ġblac k Ġbub b Ġbubb les Ġbut ton Ġc at Ġc re Ġcall back Ġchar t Ġche ck Ġcl im Ġclim b Ġclip board
    Ġco ver Ġcomp are Ġcompar ing Ġcomplet ions Ġconvers ation Ġcor ner Ġcost s Ġd escript Ġd isk Ġd ot
    Ġde mands Ġdec omp Ġdecomp osed Ġdef inition Ġdes cri Ġdoc uments Ġdro p Ġe ffects Ġe ver Ġear ly
    Ġele ments Ġen vironment Ġescap ed Ġescap es Ġexpect ed Ġf rames Ġf urther Ġfail ure Ġfl at Ġfolder s
    Ġg all Ġg lue Ġgall ery Ġgo od Ġgrou p Ġh it Ġh ours Ġha sh Ġhow ever Ġid entifi Ġk il Ġlar ge Ġle mon
    Ġlo op Ġlo ses Ġlo sses Ġlow est Ġm it Ġm ode Ġm or Ġmark er Ġme gab Ġmess ages Ġmit ten Ġmodel s
    Ġmor ning Ġneed ed Ġnot ice Ġob ey Ġold est Ġopen ing Ġp unctuation Ġpa let Ġpalet te Ġpas ses Ġph ot
    Ġpl ay Ġprint able Ġqu ar Ġquant ity Ġquot e Ġra n Ġra te Ġread ers Ġref use Ġrep lace Ġrep laces Ġs ends
    Ġs l Ġsc ore Ġse ts Ġsha red Ġsp lices Ġsplitt ing Ġst re Ġstat ements Ġsub sequence Ġsumm ary Ġsur v
    Ġswitch To Ġsymbol s Ġt ape Ġt ides Ġt r Ġterm s Ġthread s Ġtime line Ġto day Ġto m Ġtom or Ġtomor row
    Ġtra in Ġtra vel Ġtur ns Ġtype ali Ġtypeali as Ġup per Ġus age Ġus er Ġv irtual Ġvar i Ġvers ions Ġview s
    Ġw id Ġw orth Ġw rap Ġwal k Ġwe ight Ġwhen ever Ġwho ever Ġwor st Ġz oom Ġzer o ĠÂ · ĠâĶĤ Ċ " ). " ):
    ( )` ( a ( members (b elow ) `, - col - ins -b ased -b it -m odels . Segment . array . content . en
    . entries . utf / Al / t /Al manac 00 2 4 12 5 5 6 2 A nd B uil B y Be hind C ache C ounts Col ours D G
    F alse F our Few er H igh I N I ndices In structions L L L abel LO R M at M oves M y O LOR P r P ress
    PE G Press es R em S plitMix T hat T ime W ords Wh o X DG ] * ] ? ``` ĊĊ a ut a v ack ed ak ing al ues
    all y am il at i at ions b icyc bicyc les chan ged cont ains dd ing em s ench marks er sion est ion
    et ween f init f m f o f older f oundation fil es gor ian h igh h istory i b i ous i son ic ul icul ty
    il ing in ary ingredi ent l ain l imit le ment m al mat erial min fo mon ds n ull ol ds or ig or s ov ing
    p lac par ator ra ct re cording re moved response Format rid ge ro g rop First s y se cond sh ow st op
    t utorial th on token s um n up s us er us es x C y thon { âĢ¦ } ]+ Ħ ĥ áº ¡ âĢ ¹ âĢ º
    âĸĥâĸĥâĸĥâĸĥ âĸĥâĸĥâĸĥâĸĥ âĸħâĸħâĸħâĸħ âĸħâĸħâĸħâĸħ æ ľ é ĩ ï¼ Į Ġ ##Ċ Ġ _ Ġ est ĠĠĠĠĠĠĠĠ ĠĠĠ
    ĠĠĠĠĠĠĠĠ ĠĠĠĠĠĠĠĠĠ Ġ" ", Ġ" ",Ċ Ġ#### ## Ġ###### #Ċ Ġ############ Ċ Ġ############ ##Ċ
    Ġ################ #Ċ Ġ< = ĠAl t ĠAn y ĠB ool ĠC al ĠC h ĠCol umns ĠCont extOptions ĠCont rol ĠE mpty ĠE n
    ĠE scape ĠF old ĠGeneration Options ĠI f ĠK eep ĠL jubljana ĠO pen ĠP O ĠP ython ĠR esponse ĠR ows ĠS o
    ĠThe n ĠV alues Ġ[] ). Ġ\ " Ġ` \ Ġ`â Ĳ Ġ`âĢ¦ ` Ġa ver Ġab s Ġac ro Ġacro ss Ġal ike Ġal monds Ġan n
    Ġann oun Ġany where Ġappend ed Ġb lo Ġb lock Ġb old Ġb ur Ġbra ss Ġc ard Ġcar ries Ġcl a Ġcla im Ġclo s
    Ġclocks Change Ġco ok Ġcol ou Ġcolou red Ġcompar es Ġcon st Ġcontain ers Ġcontext Options Ġcount ing
    Ġd ark Ġd ep Ġd ri Ġde ar Ġdec ode Ġdescri b Ġdi ges Ġdiges ts Ġdraw ing Ġe at Ġe y Ġedit or Ġele ven
    Ġen coded Ġequal s Ġescap e Ġest im Ġex ce Ġex ist Ġex it Ġexce pt Ġexpr ession Ġf ace Ġf amil Ġf et
    Ġf ree Ġfail s Ġfew er Ġfi lls Ġfig ures Ġfind ing Ġfollow ing Ġg ave Ġg rap Ġgrap he Ġgraphe me
    Ġgrow ing Ġgrow n Ġh id Ġh ot Ġh ouse Ġha r Ġhid den Ġi g Ġidentifi er Ġig n Ġign ore Ġinst ants Ġjoin er
    Ġk inds Ġkil led Ġl ent Ġl ined Ġl ink Ġlabel s Ġlay out Ġlibr ary Ġlight house Ġm aking Ġm ig Ġm oth
    Ġm ount Ġm y Ġman ual Ġme ant Ġme et Ġmer ging Ġmod ifi Ġmom ents Ġmutat ions Ġn ight Ġn ull Ġn Ã³
    Ġneighbour ing Ġnew Ele Ġnew Value ĠnewEle ments Ġnot ation Ġnot es Ġnumber ed Ġof ten Ġoff sets Ġor p
    Ġorp han Ġou ter Ġp add Ġpa ges Ġpadd ing Ġpe er Ġpl us Ġplay er Ġpre f Ġpre tty Ġpre v Ġpref ill
    Ġpress ed Ġprev ious Ġpro files Ġpro pert Ġpropert y Ġqu estion Ġr en Ġra il Ġra t Ġra w Ġrat i Ġre buil
    Ġre cipe Ġre lease Ġread y Ġrebuil t Ġrecognis ed Ġrecording s Ġresponse Format Ġreturn ed Ġri de
    Ġround ed Ġrun ning Ġs amples Ġs lice Ġs low Ġscan ned Ġscan ner Ġsche mas Ġschema Name Ġscreen s Ġse ar
    Ġse ven Ġser ver Ġsett ings Ġshe lf Ġsk er Ġsker ry Ġsome one Ġsp ring Ġspan s Ġspe c Ġst aves Ġst emma
    Ġst ory Ġstat es Ġstruct ure Ġsu g Ġsug gest Ġsum s Ġsur rog ĠswitchTo T Ġt as Ġt in Ġt ou Ġt ree Ġt ri
    Ġter minfo Ġth ird Ġth re Ġthre w Ġtool Definitions Ġun its Ġvar ints Ġvocabul aries Ġw anted Ġw et
    Ġw ins Ġw inter Ġwarning s Ġwork ing Ġwrap per Ġyear s Ġz one Ġzer os Ġâ Ī ĠâĪ Ĵ ") ] ": [ ( `
    ( mediaType (" âĢ¦ ("âĢ¦ "), (_ :)` + E + | - C - H . end . first . in . key . next . number . starts
    .d ropFirst .d umps .re plac .replac ements .t x .tx t / run 1 20 2 30 2 8 20 1 3 7 4 4 5 7 5 8 6 1 60 9
    7 1 7 99 8 2 : ĊĊ : NAME > ) A T An other B B B etween B ound C AG C al C h C haracters C op Comp ar
    Cont rol Cop ies E C E F E SC E mpty F a F acts F ound For gets G BB G GBB G M GM T H O H al H ands H ead
    H eld HO ME Hal f I T I f I ns Import Error Ins ide L ine L ines L ong Label led Lo ok M M M er Mer ges
    N amed N ine O ther P acked P rompt Pro cess R GGBB R RGGBB R es Rem in Remin der Res ources S OF S ays
    S ession S lice S o SI X Sc an Scan ner St art St ate St ep T urns Ter minal Text s Token izer \ u _ HOME
    ` ). ` U ` \ ` bytes `, Ċ a le able Collection ade c adec imal al s anes e ap ped ar ian ass ist
    assist ant at s b ase b its b usy c ent c hing c ups c ut coding Error col umns d i d u diff iculty
    e ighb el p el s en code en um f fix f ts for m for mat g redi get arian ha s i ed i sh ib ble ie ce if y
    igzag ged il er il k ill s ind ing ingredi ents ist s it ies it u ix els k es k eys l ines las hes le y
    lo c mage Facts n el nd ent o pen or es or n os s osit ions oss ible ou ble our ing p ace p orts pl ain
    pro gram q ue qu are qu ery red u redu ce ru pt ruct ured s entence s ize se ed se lves ser ves sh op
    st eps st yle t ry tachment Segment to pic tool Call ut c ut ter v al v is v t vent h w ait war ning wh y
    writ e x RRGGBB x vt z er } ]? } } ı İ Ľ c Ã ¬ Ã ´ Æ°á» Ľc â Ħĥ â ıİ âĸĤ âĸĤ ãĢ Ĥ ä¸ Ģ ä¸ Ĭ å Ī å ı å ¤
    æ Ĺ æ ³ æľ Ģ éĩ İ Ġ % Ġ How Ġ Of Ġ Reads Ġ âĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪâĸĪ Ġ ð Ġ" ")Ċ
    Ġ"\ ( Ġ################ Ċ Ġ> = Ġ> > Ġ? [^\ ĠA ll ĠA s ĠArray Slice ĠB udget ĠC om ĠC ut ĠCal endar
    ĠCom mands ĠD o ĠD raw ĠE m ĠEm re ĠEnt ries ĠEx pect ĠExpect ation ĠF rom ĠG ree ĠGree k ĠH H ĠH as
    ĠHas ha ĠHasha ble ĠI mageFacts ĠJ PEG ĠJ ap ĠJap anese ĠL amp ĠM eta ĠNov ember ĠP AT ĠPAT H ĠPO SIX
    ĠR EADME ĠR FC ĠR un ĠResponse Format ĠRun ning ĠS GR ĠS et ĠS plitMix ĠS ub ĠSt emma ĠT akes ĠT er
    ĠT hat ĠT rieste ĠTer minal ĠTh ree ĠTool Call ĠTool s ĠU S ĠWith out Ġ\ ( Ġ` $ Ġ` + Ġ` / Ġ` /` Ġ` âĢ¹
    Ġ`- ` Ġad v Ġall ow Ġan ew Ġapp l Ġappl ies Ġar ri Ġar row Ġarguments AsValue Ġas ide Ġas setIDs
    Ġaver age Ġb and Ġb inary Ġb usy Ġback wards Ġbes ides Ġbound ary Ġbri ght Ġbuil d Ġbur nt Ġc and Ġc ap
    Ġc are Ġc ate Ġc au Ġc ent Ġc rack Ġcand id Ġcandid ate Ġcar ry Ġchar ts Ġche ap Ġchild r Ġchildr en
    Ġcho ose Ġcho oses Ġclo ses Ġco ach Ġcom mit Ġcomp action Ġcomp an Ġcomp iler Ġcomp lain Ġcompan ion
    Ġcompar ison Ġcomplain t Ġcon s Ġcons ole Ġconst itu Ġcont in Ġcontext s Ġcra fts Ġcur ve Ġcut s
    Ġcut ting Ġd as Ġd ate Ġd ays Ġde coded Ġde coding Ġde ep Ġde gre Ġde v Ġdec ides Ġdec l Ġdegre es
    Ġdescrib es Ġdi ag Ġdi ary Ġdi m Ġdiag on Ġdist in Ġdistin ct Ġdoes n Ġdot s Ġed ges Ġen um Ġestim ate
    Ġeven ing Ġext ent Ġf eed Ġf ing Ġf ridge Ġfail ures Ġfet ched Ġfi ft Ġfl our Ġfor g Ġforg ot Ġform s
    Ġh ook Ġhand ed Ġhand les Ġhe ap Ġhe n Ġhe x Ġi mages Ġi ndent Ġi ndices Ġid e Ġide ograph Ġignore d
    Ġimp lement Ġimp orts Ġjoin ers Ġjoin s Ġk er Ġkeep er Ġkeep ing Ġker nel Ġl ake Ġl ens Ġl ining Ġlan gu
    Ġlar ger Ġle g Ġlent il Ġlibr aries Ġline ar Ġlist ed
    """##
}
