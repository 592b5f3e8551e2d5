/** A share with one digit after the point; a dash for a share of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
