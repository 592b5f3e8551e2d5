/** Looks, in the page, for what no text of a note may become. Plain functions only: it is sent to the browser as it is. */
export function harmIn(): {
  readonly harm: readonly string[];
  readonly elements: number;
  readonly text: string;
} {
  const main = document.querySelector('main');
  const all = [...(main?.querySelectorAll('*') ?? [])];
  const never =
    'script, style, link, meta, base, iframe, object, embed, template, marquee, math, foreignObject, animate, audio, video, img';
  const schemes = /^(https?|mailto|blob):/;
  const harm = all.flatMap((element) => {
    const name = element.tagName;
    if (element.matches(never)) return [`an ${name}`];
    const handlers = element.getAttributeNames().filter((one) => one.startsWith('on'));
    const links = ['href', 'src', 'action', 'formaction', 'xlink:href']
      .map((one) => element.getAttribute(one))
      .filter((link) => link !== null)
      .filter((link) => !schemes.test(new URL(link, location.href).protocol));
    const isStyled = /fixed|url\(/.test(element.getAttribute('style') ?? '');
    return [
      ...handlers.map((one) => `${name} ${one}`),
      ...links.map((link) => `${name} ${link}`),
      ...(isStyled ? [`${name} with a style`] : []),
    ];
  });
  const elements = document.querySelectorAll('*').length;
  const fields = [...(main?.querySelectorAll('input, textarea') ?? [])].map((field) =>
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
  );
  return { harm, elements, text: [main?.textContent ?? '', ...fields].join('\n') };
}
