/**
 * The candidate a mistyped word most likely meant, or nothing when none is near:
 * at most a third of its letters may differ (a swap of neighbours counts once), letter case counts half.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 0.5
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance + 1) continue
    const folded = editDistance(word.toLowerCase(), candidate.toLowerCase())
    const d = folded === 0 && candidate !== word ? 0.25 : folded
    if (d < bestDistance) {
      best = candidate
      bestDistance = d
    }
  }
  return best
}

/** Edits between two words: insert, delete, replace, swap of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let d = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, (before[j - 2] ?? 0) + 1)
      row.push(d)
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}
