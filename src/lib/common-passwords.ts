import { readCommonPasswords } from "./read-common-passwords.ts" with { type: "macro" }

/**
 * Passwords that attackers try first, in lower case: the 3000 most frequent ones of the world's lists, and the German
 * ones that those lack. Passwords that `isRun` finds are left out of the latter.
 */
const COMMON = new Set(
  `${readCommonPasswords()}
102030 112233 1122334455 112358 123321 1234abcd 1234qwer 123654 123789 123abc 123456a 123qwe 142536 147258 147258369
147852 159357 159753 159951 1a2b3c 1a2b3c4d 1q2w3e4r5t 1qazxsw2 258456 314159 741852963 789456123 a123456 abc12345
abcd123 asd123 asdf123 q1w2e3r4 q1w2e3r4t5 qq123456 qwe123 qweasd qweasdzxc
amanda april austin azerty biteme dezember dienstag donnerstag februar fruehjahr frühjahr george januar maerz märz monkey
november oktober ranger september summer yankees
1q2w3e 1q2w3e4r 1qaz2wsx abc123 abcd1234 access admin administrator adminadmin adidas adler alexander alles amsel andrea andreas
andrew angel angela anja anna annika anton apfel apple arschloch arsenal asdf1234 asdfasdf ashley august auto
autohaus baby babygirl backup bailey banane barbara barcelona baseball basketball batman bayern benjamin benutzer
berlin bianca biene bier birgit bitte blumen blume boomer borussia braunschweig bremen brigitte bulldog
bundesliga buster butter butterfly cappuccino carmen carolin caroline changeme charlie cheese chelsea chemnitz
chicken chocolate chris christian christina christine claudia coffee computer cookie corvette dallas daniel
daniela david default demo deutschland diablo diamond dieter diesel dominik donald dortmund drache dragon dresden
dubist duisburg eagle einstein eintracht eisbaer elefant elena elisabeth emma engel ente erdbeere essen fahrer
falcon familie fanta felix ferrari feuerwehr fick ficken fickdich firma fische flasche florian flower football
forever frank frankfurt franz franziska freedom freiburg freiheit freitag freund friede friedrich fritz frosch
fruehling frühling fussball fußball garten gast geheim geheimnis geld getraenke getränke ginger goethe gott gold
golf google guest guitar gunner guten gutentag gwerty hallo hallihallo hallohallo hallowelt hamburg hammer hannah
hannover hans hansa harald harley hase hasi hase123 heidelberg heiko heimat heinz hello hello123 helmut herbert
herbst hermann herz himmel hockey holger hope horst hunde hund hunter ichbins iceman iloveyou ingrid internet
jackson jakob jana jennifer jens jessica jesus johanna johannes jonas jordan jordan23 joshua juergen jürgen julia
julian juli juni justin kaffee kaiser karin karl kasten katharina kathrin katja katze kennwort kevin killer kiel
klaus koeln köln kommissar konrad kristina kuchen kunde kundendienst laura lager lasdas lassmich lassmichrein
lea leergut leipzig lena leon leonie letmein letmein1 liebe lieber liebling lieferung lisa login lol123 london
lotte lovely love lucky ludwig luisa lukas maggie magdeburg magic mainz mama manfred mannheim manuel manuela marcel
maria marie marina mario marion markus marlene martin martina master matrix matthew matthias maus maximilian mausi
max maxmustermann meister melanie mercedes merlin messi michael michaela michelle mickey mittwoch mobile monika
montag morgen motorrad muenchen münchen mueller müller mustang muster musterfirma mustermann mutter nachbar
nadine natalie ncc1701 neu neuespasswort neues newyork nicole niklas nikolaus ninja nothing nuernberg nürnberg
nutella obelix office oliver oma omaopa otto panda panther papa paris parkplatz pass pass123 pass1234 p@ssword p@ssw0rd passw0rd passw0rt
passwd passwort passwort1234 password password123 password1234 patrick paul paulina peanut pepper peter petra
pfand pfandwerk pferd pfirsich philipp phoenix pizza please pokemon polizei porsche prinz prinzessin princess
puppe purple qazwsx qwer1234 qwert qwerty qwertz rainbow rainer ralf rangers raphael real regen reiner root rosen
rostock robert ronaldo sabine sabrina samantha samsung samstag sandra santa sarah saskia schalke schalke04 schatz
schatzi scheisse scheiße schildkroete schlampe schloss schmetterling schmidt schneider schnecke schokolade schule
schwarz sebastian secret service shadow silke silvia simon simone snoopy soccer sommer sommerzeit sonne sonnenschein
sonntag sophie spass spiderman sport spring standard start starwars stefan stefanie steffen steffi stern steve
stuttgart sunshine super superman superstar susanne sweety system taylor teddy telekom tennis test test123 test1234
teste testen tester testtest thomas thunder tiger tigger tim tina tobias tommy torsten touren trustno1 urlaub user
ulrich ute valentina vater verena vfbstuttgart vogel volker volkswagen wagen waldi walter wasser welcome welpe
werder werner wetter whatever willkommen willi winner winter wolf wolfgang wolfsburg wuerzburg yamaha yvonne zaq12wsx
zebra zimmer zucker zuhause zwerg zwiebel
`
    .trim()
    .split(/\s+/),
)

const ROWS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertzuiopü",
  "qwertyuiop",
  "asdfghjklöä",
  "yxcvbnm",
  "zxcvbnm",
]
const RUNS = ROWS.flatMap((row) => [row, [...row].toReversed().join("")])

/** `123456`, `qwertz`, `zyxwvu`, `111111`, `121212`: no more than one, two or three keys, or keys in a row. */
const isRun = (password: string): boolean =>
  /^(.{1,3})\1+.?$/u.test(password) || RUNS.some((run) => run.includes(password))

/** The word without digits and signs around it, which everybody adds: of `Sommer2026!` it is `sommer`. */
const wordOf = (password: string): string => password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

const plain = (text: string): string => text.normalize("NFC").toLowerCase()
const letters = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, "")

/**
 * Whether attackers try a password first: a frequent one, keys in a row, or a name that belongs to the account.
 *
 * @param about names of the account and its company, e-mail addresses among them
 * @returns what to say of it, as part of a sentence about it; undefined for any other password
 */
export function commonFault(
  password: string,
  about: readonly (string | null | undefined)[],
): string | undefined {
  const all = plain(password)
  const word = wordOf(all)
  if (COMMON.has(all) || COMMON.has(word) || isRun(all)) {
    return "ist eines der häufigsten Passwörter und schnell erraten; bitte ein anderes"
  }
  const names = about.flatMap((name) => (name ? [name, ...name.split(/[@\s]/)] : [])).map(letters)
  const isName = names.some((name) => name.length > 2 && (name === letters(all) || name === letters(word)))
  return isName ? "ist ein Name, der hierher gehört, und schnell erraten; bitte ein anderes" : undefined
}
