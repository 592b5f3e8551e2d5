/** The words of one language that name a password or another secret, separated by `|`. */
interface KeyWords {
  /** Name a password and nothing else, in lower case; each spelling on its own. */
  readonly passwords?: string;
  /** Also mean something else, so that their value has to look like a secret. */
  readonly others?: string;
  /** Literals for the words above that have further letter forms everywhere, or whose parts usual words hold; see `keyNames.ts`. */
  readonly literals?: string;
  /** What stands between such a word and its value in a sentence. */
  readonly is?: string;
  /** What begins words that say of what the password is: "for" in "password for the server". */
  readonly of?: string;
  /** Names a user together with a password. */
  readonly accounts?: string;
}

/** English names of two words are patterns, in `keyNames.ts`. A blank also stands for `_`, `-`, `.` or nothing. */
export const KEY_WORDS: Readonly<Record<string, KeyWords>> = {
  English: {
    accounts: 'creds|credentials|credential|logins|login|user:pw|user:pass|user/pw|user/pass|u/p',
  },
  Arabic: { passwords: 'كلمة المرور|كلمة السر', is: 'هي|هو' },
  Bulgarian: { passwords: 'парола', is: 'е' },
  Catalan: { passwords: 'contrasenya', is: 'és' },
  Chinese: { passwords: '密码|密碼|口令', is: '是|为|為' },
  Croatian: { passwords: 'lozinka|zaporka|лозинка', is: 'je|је' },
  Czech: { passwords: 'heslo', is: 'je', of: 'pro|k|do' },
  Danish: { passwords: 'adgangskoden|adgangskode|kodeordet|kodeord', is: 'er', of: 'til' },
  Dutch: { passwords: 'wachtwoord', is: 'is', of: 'voor|van|op', accounts: 'inloggegevens' },
  Estonian: { passwords: 'salasõna|parool' },
  Finnish: { passwords: 'salasana' },
  French: {
    passwords: 'mot de passe|mdp',
    literals: 'depasse|de passe|de_passe|de-passe|de.passe|mdp',
    is: 'est',
    of: 'pour|de|du|des|sur',
    accounts: 'identifiants',
  },
  German: {
    passwords: 'passwort|kennwort',
    others: 'geheimnis',
    is: 'ist|lautet',
    of: 'für|von|vom|des|der|zu|zum|zur|im|am|auf',
    accounts: 'zugangsdaten|anmeldedaten',
  },
  Greek: { passwords: 'κωδικός|κωδικος', literals: 'κωδ|ϰωδ', is: 'είναι' },
  Hebrew: { passwords: 'סיסמה|סיסמא', is: 'היא' },
  Hindi: { passwords: 'पासवर्ड', is: 'है' },
  Hungarian: { passwords: 'jelszó|jelszo' },
  Icelandic: { passwords: 'lykilorð', is: 'er' },
  Indonesian: { passwords: 'kata sandi|kata laluan', is: 'adalah' },
  Italian: {
    passwords: "parola d'ordine",
    is: 'è',
    of: 'per|di|del|dello|della|su',
    accounts: 'credenziali',
  },
  Japanese: { passwords: 'パスワード|暗証番号', is: 'は|が' },
  Korean: { passwords: '비밀번호|패스워드', is: '은|는' },
  Lithuanian: { passwords: 'slaptažodis', is: 'yra' },
  Norwegian: { passwords: 'passordet|passord', is: 'er', of: 'til|på' },
  Persian: { passwords: 'رمز عبور|گذرواژه' },
  Polish: { passwords: 'hasło|haslo', is: 'jest', of: 'do|dla' },
  Portuguese: {
    passwords: 'senha|palavra passe',
    is: 'é',
    of: 'para|de|do|da',
    accounts: 'credenciais',
  },
  Romanian: { passwords: 'parolă', others: 'parola', is: 'este' },
  Russian: { passwords: 'пароль', of: 'от|для|к|на' },
  Slovenian: { passwords: 'geslo', is: 'je' },
  Spanish: {
    passwords: 'contraseña|contrasena',
    others: 'clave',
    is: 'es|ahora es',
    of: 'para|de|del|en',
    accounts: 'credenciales',
  },
  Swedish: {
    passwords: 'lösenordet|lösenord|losenord',
    is: 'är',
    of: 'för|till|på',
    accounts: 'inloggningsuppgifter',
  },
  Thai: { passwords: 'รหัสผ่าน', is: 'คือ' },
  Turkish: { passwords: 'şifre|şİfre|sifre|parolam' },
  Ukrainian: { passwords: 'пароль', of: 'від|для|до' },
  Vietnamese: { passwords: 'mật khẩu', literals: 't kh|t_kh|t-kh|t.kh|tkh', is: 'là' },
};

/** The words of all languages for one purpose. */
export const keyWords = (purpose: keyof KeyWords): readonly string[] =>
  Object.values(KEY_WORDS).flatMap((words) => words[purpose]?.split('|') ?? []);

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

/** What stands in the place of a password: "required", "see". With a hyphen at the end it is all that begins so. */
const INSTEAD = {
  English:
    'required mandatory optional see ask in from at via same stored kept managed read obtained unchanged changed rotated rotating prompted generated forgotten nullable opaque bcrypt scrypt hashed encrypted disabled enabled unknown incorrect wrong blank provided inherited random auto-generated min max',
  Catalan: 'obligat- requerid- veure',
  Croatian: 'obavezn- potrebn- vidi',
  Czech: 'povinn- vyžadov- viz zapomenut- nesprávn-',
  Danish: 'påkræv- obligatorisk se glemt forkert valgfri-',
  Dutch:
    'verplicht- vereist- zie vergeten optione- onjuist- leeg zelfde minstens minimaal ongewijzigd',
  Finnish: 'pakollinen vaaditaan katso unohtunut',
  French:
    'obligatoire- requis- voir oubli- inchang- incorrect- facultati- optionnel- vide identique demander changé- modifi- généré- même minimum à',
  German:
    'erforderlich- pflicht- siehe vergess- geänder- unveränder- mindest- falsch- leer optional- nötig notwendig- bitte wie gleich- unbekannt- abgelaufen- ungültig- gesperr- generier- zurückgesetz- keins keines fehlt liegt steht kein',
  Greek: 'υποχρεωτικ- απαιτεί- δείτε',
  Hungarian: 'kötelező lásd elfelejtett',
  Indonesian: 'wajib lihat lupa',
  Italian:
    'obbligatori- richiest- dimenticat- vedi facoltativ- opzional- errat- scadut- vuot- stess- invariat- minimo',
  Norwegian: 'påkrev- obligatorisk se glemt valgfri-',
  Polish: 'wymagan- obowiązk- zobacz zapomnian- opcjonaln- nieprawidłow- zmienion- takie',
  Portuguese:
    'obrigatóri- obrigatori- requerid- ver veja esquec- incorret- opciona- inválid- expirad- vazi- mesma alterad- mínimo',
  Romanian: 'obligatori- vezi uitat- necesar-',
  Russian:
    'обязател- требует- смотр- см забыл- забыт- неверн- необязател- измен- пуст- минимум истек- истёк-',
  Spanish:
    'obligatori- requerid- ver véase opcional- olvidad- incorrect- inválid- caducad- vací- misma cambiad- mínimo necesari- pedir',
  Swedish: 'krävs obligatorisk se glömt valfri- felaktig-',
  Turkish: 'zorunlu gerekli bakınız unutuldu isteğe',
  Ukrainian: 'обовʼязков- обов’язков- дивись забул- невірн-',
  Vietnamese: 'bắt',
};

const INSTEAD_WORDS = Object.values(INSTEAD).flatMap((words) => words.split(' '));
const WHOLE = new Set(INSTEAD_WORDS);
const STEMS = INSTEAD_WORDS.filter((word) => word.endsWith('-')).map((word) => word.slice(0, -1));

/** Whether a word, in one of the languages, stands where a password would: "password: required", "Passwort: siehe Tresor". */
export function standsInstead(word: string): boolean {
  const lower = word.toLowerCase().replace(/\p{P}+$/u, '');
  return WHOLE.has(lower) || STEMS.some((stem) => lower.startsWith(stem));
}
