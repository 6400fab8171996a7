/**
 * A word in pieces that fit a line, each as long as one can be and none without a letter. Whether a piece fits is measured: the logarithm of a line's
 * letters for each of them, of no more than two lines' letters, so that the longest word takes no longer than as many short ones.
 */
export function breakWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = []
  for (let at = 0; at < word.length; ) {
    const from = at
    at += longestFit(word.length - from, length => fits(word.slice(from, from + length)))
    pieces.push(word.slice(from, at))
  }
  return pieces
}

/** The longest beginning that fits: doubled until one is too long, then halved between. */
function longestFit(most: number, fits: (length: number) => boolean): number {
  let fitting = 1
  let tooLong = 2
  while (tooLong <= most && fits(tooLong)) {
    fitting = tooLong
    tooLong *= 2
  }
  tooLong = Math.min(tooLong, most + 1)
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (fits(middle)) fitting = middle
    else tooLong = middle
  }
  return fitting
}
