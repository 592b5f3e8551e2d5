import { type Shape, shapeRule } from './shape.js';

/* To stay linear, every pattern begins with the name of a program or an option, and its gaps are bounded. */
const SHAPES: readonly Omit<Shape, 'kind'>[] = [
  {
    id: 'curl-user',
    needs: ['curl', 'wget', 'http'],
    pattern:
      /\b(?:curl|wget|https?)[ \t](?:[^\n]{0,256}?[ \t])??(?:-u|--user|--proxy-user)[ \t=]{0,4}["']?[\w.@%+-]{1,64}:([^\s"']{1,256})/dg,
  },
  {
    id: 'mysql-option',
    needs: ['mysql', 'mariadb'],
    pattern:
      /\b(?:mysql|mariadb)[\w-]{0,20}[ \t](?:[^\n]{0,256}?[ \t])??-p(?!ort\b|rotocol\b)["']?([^\s"'-][^\s"']{2,256})/dg,
  },
  {
    id: 'login-option',
    needs: ['sshpass', 'redis-cli', 'login', 'mongo'],
    pattern:
      /\b(?:sshpass|redis-cli|mongo(?:sh|dump|restore|export|import)?|login)[ \t](?:[^\n]{0,256}?[ \t])??-[pa][ \t]{0,4}(?:"([^"\n]{1,256})"|'([^'\n]{1,256})'|([^\s"'-][^\s"']{3,256}))/dg,
  },
  {
    id: 'openssl-pass',
    needs: ['pass:'],
    pattern: /-pass(?:in|out)?[ \t]{1,8}["']?pass:([^\s"']{1,256})/dg,
  },
  {
    id: 'secret-set',
    needs: ['secret set', 'secrets set'],
    pattern:
      /\bsecrets? set[ \t](?:[^\n]{0,256}?[ \t])??(?:-b|--body)[ \t=]{0,4}["']?([^\s"']{1,512})/dg,
  },
  {
    id: 'netrc',
    needs: ['password'],
    pattern: /\blogin[ \t]{1,8}\S{1,128}\s{1,8}password[ \t]{1,8}(?!is\b|was\b)([^\s"']{1,256})/dg,
  },
  {
    id: 'settings-line',
    needs: ['requirepass', 'masterauth', 'bindpw', 'rootpw'],
    pattern: /\b(?:requirepass|masterauth|bindpw|rootpw)[ \t]{1,8}["']?([^\s"']{4,256})/dg,
  },
];

/** Finds secrets in the options of well-known programs and in their settings files. */
export const commandLines = SHAPES.map((shape) => shapeRule({ kind: 'command-line', ...shape }));
