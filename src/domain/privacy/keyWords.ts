/** The words of one language that name a password or another secret. */
interface KeyWords {
  readonly language: string;
  /** Name a password and nothing else, in lower case; each spelling on its own. */
  readonly passwords: readonly string[];
  /** Also mean something else, so that their value has to look like a secret. */
  readonly others?: readonly string[];
  /** Literals for the words above that have further letter forms everywhere; see `keyNames.ts`. */
  readonly literals?: readonly string[];
  /** What stands between such a word and its value in a sentence. */
  readonly is?: readonly string[];
  /** What stands in its place, apart by blanks: "required", "see"; with a hyphen at the end, all that begins so. */
  readonly instead?: string;
  /** Names a user together with a password. */
  readonly accounts?: readonly string[];
  /** What begins words that say of what the password is: "for" in "password for the server". */
  readonly of?: readonly string[];
}

/** English names of two words are patterns, in `keyNames.ts`. A blank also stands for `_`, `-`, `.` or nothing. */
export const KEY_WORDS: readonly KeyWords[] = [
  {
    language: 'English',
    passwords: [],
    accounts:
      'creds credentials credential logins login user:pw user:pass user/pw user/pass u/p'.split(
        ' ',
      ),
    instead:
      'required mandatory optional see ask in from at via same stored kept managed read obtained unchanged changed rotated rotating prompted generated forgotten nullable opaque bcrypt scrypt hashed encrypted disabled enabled unknown incorrect wrong blank provided inherited random auto-generated min max',
  },
  { language: 'Arabic', passwords: ['كلمة المرور', 'كلمة السر'], is: ['هي', 'هو'] },
  { language: 'Bulgarian', passwords: ['парола'], is: ['е'] },
  {
    language: 'Catalan',
    passwords: ['contrasenya'],
    is: ['és'],
    instead: 'obligat- requerid- veure',
  },
  { language: 'Chinese', passwords: ['密码', '密碼', '口令'], is: ['是', '为', '為'] },
  {
    language: 'Croatian',
    passwords: ['lozinka', 'zaporka', 'лозинка'],
    is: ['je', 'је'],
    instead: 'obavezn- potrebn- vidi',
  },
  {
    language: 'Czech',
    passwords: ['heslo'],
    is: ['je'],
    of: ['pro', 'k', 'do'],
    instead: 'povinn- vyžadov- viz zapomenut- nesprávn-',
  },
  {
    language: 'Danish',
    passwords: ['adgangskoden', 'adgangskode', 'kodeordet', 'kodeord'],
    is: ['er'],
    of: ['til'],
    instead: 'påkræv- obligatorisk se glemt forkert valgfri-',
  },
  {
    language: 'Dutch',
    accounts: ['inloggegevens'],
    passwords: ['wachtwoord'],
    is: ['is'],
    of: ['voor', 'van', 'op'],
    instead:
      'verplicht- vereist- zie vergeten optione- onjuist- leeg zelfde minstens minimaal ongewijzigd',
  },
  { language: 'Estonian', passwords: ['salasõna', 'parool'] },
  { language: 'Finnish', passwords: ['salasana'], instead: 'pakollinen vaaditaan katso unohtunut' },
  {
    language: 'French',
    accounts: ['identifiants'],
    passwords: ['mot de passe', 'mdp'],
    is: ['est'],
    of: ['pour', 'de', 'du', 'des', 'sur'],
    instead:
      'obligatoire- requis- voir oubli- inchang- incorrect- facultati- optionnel- vide identique demander changé- modifi- généré- même minimum à',
  },
  {
    language: 'German',
    accounts: ['zugangsdaten', 'anmeldedaten'],
    passwords: ['passwort', 'kennwort'],
    others: ['geheimnis'],
    is: ['ist', 'lautet'],
    of: ['für', 'von', 'vom', 'des', 'der', 'zu', 'zum', 'zur', 'im', 'am', 'auf'],
    instead:
      'erforderlich- pflicht- siehe vergess- geänder- unveränder- mindest- falsch- leer optional- nötig notwendig- bitte wie gleich- unbekannt- abgelaufen- ungültig- gesperr- generier- zurückgesetz- keins keines fehlt liegt steht kein',
  },
  {
    language: 'Greek',
    passwords: ['κωδικός', 'κωδικος'],
    literals: ['κωδ', 'ϰωδ'],
    is: ['είναι'],
    instead: 'υποχρεωτικ- απαιτεί- δείτε',
  },
  { language: 'Hebrew', passwords: ['סיסמה', 'סיסמא'], is: ['היא'] },
  { language: 'Hindi', passwords: ['पासवर्ड'], is: ['है'] },
  { language: 'Hungarian', passwords: ['jelszó', 'jelszo'], instead: 'kötelező lásd elfelejtett' },
  { language: 'Icelandic', passwords: ['lykilorð'], is: ['er'] },
  {
    language: 'Indonesian',
    passwords: ['kata sandi', 'kata laluan'],
    is: ['adalah'],
    instead: 'wajib lihat lupa',
  },
  {
    language: 'Italian',
    accounts: ['credenziali'],
    passwords: ["parola d'ordine"],
    is: ['è'],
    of: ['per', 'di', 'del', 'dello', 'della', 'su'],
    instead:
      'obbligatori- richiest- dimenticat- vedi facoltativ- opzional- errat- scadut- vuot- stess- invariat- minimo',
  },
  { language: 'Japanese', passwords: ['パスワード', '暗証番号'], is: ['は', 'が'] },
  { language: 'Korean', passwords: ['비밀번호', '패스워드'], is: ['은', '는'] },
  { language: 'Lithuanian', passwords: ['slaptažodis'], is: ['yra'] },
  {
    language: 'Norwegian',
    passwords: ['passordet', 'passord'],
    is: ['er'],
    of: ['til', 'på'],
    instead: 'påkrev- obligatorisk se glemt valgfri-',
  },
  { language: 'Persian', passwords: ['رمز عبور', 'گذرواژه'] },
  {
    language: 'Polish',
    passwords: ['hasło', 'haslo'],
    is: ['jest'],
    of: ['do', 'dla'],
    instead: 'wymagan- obowiązk- zobacz zapomnian- opcjonaln- nieprawidłow- zmienion- takie',
  },
  {
    language: 'Portuguese',
    accounts: ['credenciais'],
    passwords: ['senha', 'palavra passe'],
    is: ['é'],
    of: ['para', 'de', 'do', 'da'],
    instead:
      'obrigatóri- obrigatori- requerid- ver veja esquec- incorret- opciona- inválid- expirad- vazi- mesma alterad- mínimo',
  },
  {
    language: 'Romanian',
    passwords: ['parolă'],
    others: ['parola'],
    is: ['este'],
    instead: 'obligatori- vezi uitat- necesar-',
  },
  {
    language: 'Russian',
    passwords: ['пароль'],
    of: ['от', 'для', 'к', 'на'],
    instead:
      'обязател- требует- смотр- см забыл- забыт- неверн- необязател- измен- пуст- минимум истек- истёк-',
  },
  { language: 'Slovenian', passwords: ['geslo'], is: ['je'] },
  {
    language: 'Spanish',
    accounts: ['credenciales'],
    passwords: ['contraseña', 'contrasena'],
    others: ['clave'],
    is: ['es', 'ahora es'],
    of: ['para', 'de', 'del', 'en'],
    instead:
      'obligatori- requerid- ver véase opcional- olvidad- incorrect- inválid- caducad- vací- misma cambiad- mínimo necesari- pedir',
  },
  {
    language: 'Swedish',
    accounts: ['inloggningsuppgifter'],
    passwords: ['lösenordet', 'lösenord', 'losenord'],
    is: ['är'],
    of: ['för', 'till', 'på'],
    instead: 'krävs obligatorisk se glömt valfri- felaktig-',
  },
  { language: 'Thai', passwords: ['รหัสผ่าน'], is: ['คือ'] },
  {
    language: 'Turkish',
    passwords: ['şifre', 'şİfre', 'sifre', 'parolam'],
    instead: 'zorunlu gerekli bakınız unutuldu isteğe',
  },
  {
    language: 'Ukrainian',
    passwords: ['пароль'],
    of: ['від', 'для', 'до'],
    instead: 'обовʼязков- обов’язков- дивись забул- невірн-',
  },
  {
    language: 'Vietnamese',
    passwords: ['mật khẩu'],
    literals: ['t kh', 't_kh', 't-kh', 't.kh', 'tkh'],
    is: ['là'],
    instead: 'bắt',
  },
];

/** What can be said of a password without saying it: "the password is wrong". */
const STATES = new Set(
  (
    'about above absent accepted active again alive allowed alright already also always ambiguous another anything ' +
    'around automatic available away awful bad base64 based basic because before below better blank both broken by ' +
    'cached case case-insensitive case-sensitive chosen clear clear-text cleartext common complete complex correct ' +
    'corrupt current customizable default different distinct done easy either empty encoded enough equal equivalent ' +
    'even evident exact expected expired external false falsy truthy undefined null nil fine first fixed for free fresh from frozen further given ' +
    'going gone good great hard hash here hidden human-readable ideal identical immutable important in incorrect ' +
    'inconsistent independent inside insecure insufficient intact internal invalid irrelevant it just kept known last ' +
    'less local locked long longer lost low mandatory masked maybe meaningless missing more most mutable near needed ' +
    'never new next none not nothing now null numeric obsolete obvious off okay old once only open optional other ours ' +
    'out outdated over part pending perfect permanent persistent plain plain-text plaintext possible present private ' +
    'probably public quite random raw read read-only ready real really recent redundant relevant right safe salted ' +
    'same secret secure sent separate set shared short shown similar simple simply single so something somewhere ' +
    'soon still stale static strong stuck subject such sufficient superfluous sure temporary text that the their them ' +
    'then there therefore this those time to too transient transparent trivial true two typed unclear under unique ' +
    'unknown unset unsafe up used useless user usually valid verbatim via visible weak weaker what when where whether ' +
    'which with within without write-only written wrong yet yours'
  ).split(' '),
);
/** Participles, adverbs and adjectives. */
const SAYS_HOW =
  /(?:ed|ing|ly|able|ible|ive|ory|ful|less|ous|ional|ical|cient|encrypted|protected|specific|dependent|only)$/;

/** Whether a word says how something is, or leads on to that. */
export function isState(word: string): boolean {
  const lower = word.toLowerCase();
  return STATES.has(lower) || SAYS_HOW.test(lower);
}

const INSTEAD = KEY_WORDS.flatMap(({ instead }) => instead?.split(' ') ?? []);
const WHOLE = new Set(INSTEAD);
const STEMS = INSTEAD.filter((word) => word.endsWith('-')).map((word) => word.slice(0, -1));

/** Whether a word, in one of the languages, stands where a password would: "password: required", "Passwort: siehe Tresor". */
export function standsInstead(word: string): boolean {
  const lower = word.toLowerCase().replace(/\p{P}+$/u, '');
  return WHOLE.has(lower) || STEMS.some((stem) => lower.startsWith(stem));
}
