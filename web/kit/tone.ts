/** How a thing is meant: good news, a warning, or only a word. Each has a colour. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';
