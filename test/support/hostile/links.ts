import type { HostileNote } from './hostileNote.js';

const SCRIPT = 'javascript:__ran()';

/** Links and images that do something else than they say. What they are called stays readable. */
export const LINKS: readonly HostileNote[] = [
  { what: 'a link that is a script', content: `[read this](${SCRIPT})`, shows: 'read this' },
  {
    what: 'a scheme in another case, with blanks',
    content: '[read this]( JaVaScRiPt:__ran() )',
    shows: 'read this',
  },
  {
    what: 'a scheme with a control character',
    content: '[read this](java\tscript:__ran()) [or this](\u0001javascript:__ran())',
    shows: 'or this',
  },
  {
    what: 'a scheme in entities',
    content: '[read this](&#106;avascript&colon;__ran()) [or](javascript&#58;__ran())',
    shows: 'read this',
  },
  {
    what: 'a scheme in percents',
    content: '[read this](javascript%3A__ran()) [or](%6Aavascript:__ran())',
    shows: 'read this',
  },
  { what: 'a link in angle brackets', content: `<${SCRIPT}> [read](<${SCRIPT}>)`, shows: SCRIPT },
  {
    what: 'a link by reference',
    content: `[read this][1] and [this]\n\n[1]: ${SCRIPT}\n[this]: ${SCRIPT}`,
    shows: 'read this',
  },
  {
    what: 'a document in a link',
    content: '[read this](data:text/html,<script>__ran()</script>)',
    shows: 'read this',
  },
  { what: 'a link to vbscript', content: '[read this](vbscript:msgbox(1))', shows: 'read this' },
  { what: 'a link to a file', content: '[read this](file:///etc/passwd)', shows: 'read this' },
  {
    what: 'a link to a program',
    content: '[read this](ms-msdt:/id) [or](ssh://-oProxyCommand=x/)',
    shows: 'read this',
  },
  {
    what: 'a link without a scheme',
    content: '[read this](//127.0.0.1:9/stolen) [or](\\\\127.0.0.1\\stolen)',
    shows: 'read this',
  },
  {
    what: 'a link with a name in front of its host',
    content: '[https://example.org](https://example.org@127.0.0.1:9/stolen)',
    shows: 'https://example.org',
  },
  {
    what: 'a title that ends its attribute',
    content: '[read this](https://example.org "x" onmouseover="__ran()" y=")',
    shows: 'read this',
  },
  {
    what: 'an address that ends its attribute',
    content: '[read this](https://example.org/"onmouseover="__ran()) https://a.example/"><b>x',
    shows: 'read this',
  },
  {
    what: 'an image of another origin',
    content: '![a chart](http://127.0.0.1:9/stolen)',
    shows: 'a chart',
  },
  { what: 'an image of this origin', content: '![a chart](/stolen)', shows: 'a chart' },
  { what: 'an image that is a script', content: `![a chart](${SCRIPT})`, shows: 'a chart' },
  {
    what: 'an image with a script in it',
    content: '![a chart](data:image/svg+xml,<svg onload=__ran()>)',
    shows: 'a chart',
  },
  { what: 'an image in a link', content: `[![a chart](/stolen)](${SCRIPT})`, shows: 'a chart' },
];
