import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Review } from '../../scripts/review/review.ts'

/** Where `npm run review -- <ref> --json` leaves what the page shows. */
export const reviewFile = process.env.REVIEW_JSON ?? '.cache/review.json'

/** The review made last; null when there is none. */
export function readReview(): Review | null {
  const path = resolve(import.meta.dirname, '../..', reviewFile)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Review) : null
}
