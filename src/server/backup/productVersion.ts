import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the product, as its package says. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  return version
}
