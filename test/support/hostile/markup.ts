import { type HostileNote, verbatim } from './hostileNote.js';

/** HTML that runs, loads or hides something where it is not shown as text. */
export const MARKUP: readonly HostileNote[] = [
  verbatim('a script', '<script>__ran()</script>', { title: '<script>__ran()</script>' }),
  verbatim('a script from a file', '<script src="/stolen"></script>'),
  verbatim('a script of another origin', '<script src="http://127.0.0.1:9/stolen"></script>'),
  verbatim('a module', '<script type="module">import("/stolen"); __ran()</script>'),
  verbatim('an event handler of an image', '<img src=x onerror=__ran()>', {
    title: '<img src=x onerror=__ran()>',
    tags: ['<img src=x onerror=__ran()>'],
  }),
  verbatim('an event handler of svg', '<svg onload=__ran()></svg>', {
    title: '<svg/onload=__ran()>',
    project: '<svg onload=__ran()>',
    author: '<svg onload=__ran()>',
  }),
  verbatim('a script in svg', '<svg><script>__ran()</script></svg>'),
  verbatim(
    'html in svg',
    '<svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="__ran()"/></foreignObject></svg>',
  ),
  verbatim(
    'svg that animates a link',
    '<svg><a><animate attributeName=href values=javascript:__ran() /></a></svg>',
  ),
  verbatim('a frame', '<iframe srcdoc="<script>parent.__ran()</script>"></iframe>'),
  verbatim(
    'a frame with a script as its address',
    '<iframe src="javascript:parent.__ran()"></iframe>',
  ),
  verbatim('an object', '<object data="data:text/html,<script>__ran()</script>"></object>'),
  verbatim('an embedded file', '<embed src="/stolen">'),
  verbatim('details that open', '<details open ontoggle=__ran()>x</details>'),
  verbatim('a field that takes the focus', '<input autofocus onfocus=__ran()>'),
  verbatim('a form', '<form action="/stolen"><button>Log in again</button></form>'),
  verbatim('a new base of links', '<base href="http://127.0.0.1:9/stolen/">'),
  verbatim('a redirect', '<meta http-equiv="refresh" content="0;url=/stolen">'),
  verbatim(
    'a stylesheet',
    '<link rel=stylesheet href=/stolen><style>@import "/stolen"; main { display: none }</style>',
  ),
  verbatim('what covers the page', '<div style="position:fixed;inset:0;background:red">x</div>'),
  verbatim(
    'a mutation by math',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=__ran()&gt;">',
  ),
  verbatim(
    'a mutation by noscript',
    '<noscript><p title="</noscript><img src=x onerror=__ran()>">',
  ),
  verbatim('a template', '<template shadowrootmode=open><script>__ran()</script></template>'),
  verbatim(
    'the end of a text field',
    '</textarea></title></style></script><script>__ran()</script>',
  ),
  verbatim('the end of a comment', '--><img src=x onerror=__ran()><!--'),
  verbatim('a marquee', '<marquee onstart=__ran()>x</marquee>'),
  verbatim('escaped markup', '&lt;img src=x onerror=__ran()&gt; &amp;lt;b&amp;gt;', {
    title: '&lt;b&gt;',
    shows: '&lt;img src=x',
  }),
  verbatim('markup in a block of code', '```html\n<img src=x onerror=__ran()>\n```', {
    shows: '<img src=x onerror=__ran()>',
  }),
  verbatim('markup as the language of a block', '```"><img src=x onerror=__ran()>\nx = 1\n```', {
    shows: 'x = 1',
  }),
];
