/** The words of one language that name a password or another secret. */
export interface KeyWords {
  readonly language: string;
  /** Name a password and nothing else, in lower case; each spelling on its own. */
  readonly passwords: readonly string[];
  /** Also mean something else, so that their value has to look like a secret. */
  readonly others?: readonly string[];
  /** Literals for the words above that have further letter forms everywhere; see `keyNames.ts`. */
  readonly literals?: readonly string[];
  /** What stands between such a word and its value in a sentence. */
  readonly is?: readonly string[];
  /** What begins words that say of what the password is: "for" in "password for the server". */
  readonly of?: readonly string[];
}

/** English names of two words are patterns, in `keyNames.ts`. A blank also stands for `_`, `-`, `.` or nothing. */
export const KEY_WORDS: readonly KeyWords[] = [
  { language: 'Arabic', passwords: ['كلمة المرور', 'كلمة السر'], is: ['هي', 'هو'] },
  { language: 'Bulgarian', passwords: ['парола'], is: ['е'] },
  { language: 'Catalan', passwords: ['contrasenya'], is: ['és'] },
  { language: 'Chinese', passwords: ['密码', '密碼', '口令'], is: ['是', '为', '為'] },
  { language: 'Croatian', passwords: ['lozinka', 'zaporka', 'лозинка'], is: ['je', 'је'] },
  { language: 'Czech', passwords: ['heslo'], is: ['je'], of: ['pro', 'k', 'do'] },
  {
    language: 'Danish',
    passwords: ['adgangskoden', 'adgangskode', 'kodeordet', 'kodeord'],
    is: ['er'],
    of: ['til'],
  },
  { language: 'Dutch', passwords: ['wachtwoord'], is: ['is'], of: ['voor', 'van', 'op'] },
  { language: 'Estonian', passwords: ['salasõna', 'parool'] },
  { language: 'Finnish', passwords: ['salasana'] },
  {
    language: 'French',
    passwords: ['mot de passe', 'mdp'],
    is: ['est'],
    of: ['pour', 'de', 'du', 'des', 'sur'],
  },
  {
    language: 'German',
    passwords: ['passwort', 'kennwort'],
    is: ['ist', 'lautet'],
    of: ['für', 'von', 'vom', 'des', 'der', 'zu', 'zum', 'zur', 'im', 'am', 'auf'],
  },
  {
    language: 'Greek',
    passwords: ['κωδικός', 'κωδικος'],
    literals: ['κωδ', 'ϰωδ'],
    is: ['είναι'],
  },
  { language: 'Hebrew', passwords: ['סיסמה', 'סיסמא'], is: ['היא'] },
  { language: 'Hindi', passwords: ['पासवर्ड'], is: ['है'] },
  { language: 'Hungarian', passwords: ['jelszó', 'jelszo'] },
  { language: 'Icelandic', passwords: ['lykilorð'], is: ['er'] },
  { language: 'Indonesian', passwords: ['kata sandi', 'kata laluan'], is: ['adalah'] },
  {
    language: 'Italian',
    passwords: ["parola d'ordine"],
    is: ['è'],
    of: ['per', 'di', 'del', 'dello', 'della', 'su'],
  },
  { language: 'Japanese', passwords: ['パスワード', '暗証番号'], is: ['は', 'が'] },
  { language: 'Korean', passwords: ['비밀번호', '패스워드'], is: ['은', '는'] },
  { language: 'Lithuanian', passwords: ['slaptažodis'], is: ['yra'] },
  { language: 'Norwegian', passwords: ['passordet', 'passord'], is: ['er'], of: ['til', 'på'] },
  { language: 'Persian', passwords: ['رمز عبور', 'گذرواژه'] },
  { language: 'Polish', passwords: ['hasło', 'haslo'], is: ['jest'], of: ['do', 'dla'] },
  {
    language: 'Portuguese',
    passwords: ['senha', 'palavra passe'],
    is: ['é'],
    of: ['para', 'de', 'do', 'da'],
  },
  { language: 'Romanian', passwords: ['parolă'], others: ['parola'], is: ['este'] },
  { language: 'Russian', passwords: ['пароль'], of: ['от', 'для', 'к', 'на'] },
  { language: 'Slovenian', passwords: ['geslo'], is: ['je'] },
  {
    language: 'Spanish',
    passwords: ['contraseña', 'contrasena'],
    others: ['clave'],
    is: ['es'],
    of: ['para', 'de', 'del', 'en'],
  },
  {
    language: 'Swedish',
    passwords: ['lösenordet', 'lösenord', 'losenord'],
    is: ['är'],
    of: ['för', 'till', 'på'],
  },
  { language: 'Thai', passwords: ['รหัสผ่าน'], is: ['คือ'] },
  { language: 'Turkish', passwords: ['şifre', 'şİfre', 'sifre', 'parolam'] },
  { language: 'Ukrainian', passwords: ['пароль'], of: ['від', 'для', 'до'] },
  {
    language: 'Vietnamese',
    passwords: ['mật khẩu'],
    literals: ['t kh', 't_kh', 't-kh', 't.kh', 'tkh'],
    is: ['là'],
  },
];
