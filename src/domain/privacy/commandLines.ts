import { COMMAND_OPTIONS } from './commandOptions.js';
import { type Shape, shapeRule } from './shape.js';

/* To stay linear, every pattern begins with the name of a program or an option, and its gaps are bounded. */
const SHAPES: readonly Omit<Shape, 'kind'>[] = [
  {
    id: 'curl-user',
    needs: ['curl', 'wget', 'http'],
    pattern:
      /\b(?:curl|wget|https?)[ \t](?:(?:[^\n\\]|\\(?:\r\n|[\s\S])){0,256}?[ \t])??(?:-u|--user|--proxy-user|-U)[ \t=]{0,4}["']?[\w.@%+-]{0,64}:["']?([^\s"']{1,256})/dg,
  },
  {
    id: 'mysql-option',
    needs: ['mysql', 'mariadb'],
    pattern:
      /\b(?:mysql|mariadb)[\w-]{0,20}[ \t](?:[^\n]{0,256}?[ \t])??-p(?!ort\b|rotocol\b)["']?([^\s"'-][^\s"']{2,256})/dg,
  },
  {
    id: 'openssl-pass',
    needs: ['pass:'],
    pattern: /-pass(?:in|out)?[ \t=]{1,8}["']?pass:([^\s"']{1,256})/dg,
  },
  {
    id: 'store-option',
    needs: ['storepass', 'keypass'],
    pattern:
      /-(?:dest|src)?(?:store|key)pass[ \t]{1,4}["']?(?!(?:file|env)[ \t:])([^\s"'-][^\s"']{2,256})/dg,
  },
  {
    id: 'htpasswd-option',
    needs: ['htpasswd'],
    pattern:
      /\bhtpasswd[ \t]{1,4}(?:-[A-Za-z]{1,8}[ \t]{1,4}){0,4}-[A-Za-z]{0,8}b[A-Za-z]{0,8}(?:[ \t]{1,4}\d{1,2})?(?:[ \t]{1,4}[^\s-]\S{0,199})?[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}["']?([^\s"']{3,256})/dg,
  },
  {
    id: 'chpasswd',
    needs: ['chpasswd'],
    pattern:
      /\becho[ \t]{1,4}(?:-\w[ \t]{1,4})?["']?[\w.@-]{1,64}:([^\s"'|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/dg,
  },
  {
    id: 'password-stdin',
    needs: [
      'password-stdin',
      '--stdin',
      'sudo -s',
      'secret put',
      'secret create',
      'secret set',
      'secrets put',
      'secrets set',
      'secrets create',
      'env add',
    ],
    pattern:
      /(?<=\b(?:echo|printf|Write-Output)[ \t]{1,4}(?:(?:-\w|["']?%s(?:\\n)?["']?)[ \t]{1,4})?(?:"([^"\n]{4,256})"|'([^'\n]{4,256})'|([^\s"'|]{4,256}))[ \t]{0,4}\|[ \t](?:[^\n|;&]{1,200}[ \t])?)(?:--password-stdin|--stdin|sudo -S|secrets? (?:put|create|set)\b|env add\b)/dg,
  },
  {
    id: 'secure-string',
    needs: ['convertto-securestring'],
    pattern:
      /\bConvertTo-SecureString[ \t]{1,4}(?:-(?:String|AsPlainText|Force)[ \t]{1,4}){0,3}(?:"([^"\n]{1,256})"|'([^'\n]{1,256})'|([^\s"'$(<-]\S{2,256}))/dgi,
  },
  {
    id: 'piped-secure-string',
    needs: ['convertto-securestring'],
    pattern:
      /(?<=(?:"([^"\n]{1,256})"|'([^'\n]{1,256})')[ \t]{0,4}\|[ \t]{0,4})ConvertTo-SecureString/dgi,
  },
  // `ipsec.secrets`
  {
    id: 'shared-key',
    needs: ['psk', 'eap', 'xauth'],
    pattern: /:[ \t]{0,4}(?:PSK|EAP|XAUTH)[ \t]{1,4}"([^"\n]{1,256})"/dg,
  },
  // Routers and switches: the digit says how the password is written.
  {
    id: 'device-password',
    needs: ['password ', 'secret '],
    pattern:
      /\b(?:password|secret)[ \t](?:7[ \t]([\dA-F]{6,128})|[4589][ \t](\$\d{1,2}\$\S{8,256}))(?!\S)/dg,
  },
  {
    id: 'settings-line',
    needs: ['requirepass', 'masterauth', 'bindpw', 'rootpw', 'bindpassword', 'wpa-psk'],
    pattern:
      /\b(?:requirepass|masterauth|bindpw|rootpw|AuthLDAPBindPassword|wpa-psk)[ \t]{1,8}["']?(?!exec:)([^\s"']{4,256})/dg,
  },
];

/** Finds secrets in the options of well-known programs and in their settings files. */
export const commandLines = [...COMMAND_OPTIONS, ...SHAPES].map((shape) =>
  shapeRule({ kind: 'command-line', ...shape }),
);
