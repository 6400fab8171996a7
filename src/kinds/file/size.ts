import { formatDecimal } from '../../base/number.ts'

/** The size of a file as people read it: `48 kB`, `1,2 MB`. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${formatDecimal(Math.round(bytes / 100_000) / 10, 1)} MB`
}
