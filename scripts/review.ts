import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { schemasFolder } from '../src/server/start/definitionFiles.ts'
import { makeReview } from './review/make.ts'
import { reviewText } from './review/print.ts'

/**
 * `npm run review -- <git ref> [--sql] [--json file]`: what changed in the definitions since, in words; with DATABASE_URL also which rows
 * it concerns and what the tables need (`--sql`: as statements). `--json` writes the same for the page of Storybook: `.cache/review.json` is where it looks.
 */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'string' }, sql: { type: 'boolean' } },
  })
  const [ref] = positionals
  if (ref === undefined) throw new Error('npm run review -- <git ref> [--sql] [--json .cache/review.json]')
  const review = await makeReview(schemasFolder, ref, process.env.DATABASE_URL || undefined)
  console.log(reviewText(review, { sql: values.sql === true }))
  if (values.json === undefined) return
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(review, null, 2)}\n`)
}

run(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
