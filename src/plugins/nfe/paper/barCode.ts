import codes from 'bwip-js/node'

/** A bar of a code: where it begins and how wide it is, in modules. */
export interface Bar {
  readonly at: number
  readonly modules: number
}

/** Bars of a text as Code 128: pairs of digits in set C, letters in the others. */
export function barsOf(text: string): { readonly bars: readonly Bar[]; readonly modules: number } {
  const [drawn] = codes.raw('code128', text)
  if (!drawn || !('sbs' in drawn)) throw new Error('Code 128 has bars')
  const bars: Bar[] = []
  let at = 0
  // Bars and spaces take turns.
  for (const [index, modules] of drawn.sbs.entries()) {
    if (index % 2 === 0) bars.push({ at, modules })
    at += modules
  }
  return { bars, modules: at }
}
