import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { schemasFolder } from '../src/server/start/definitionFiles.ts'
import { makeReview, reviewLayer } from './review/make.ts'
import { reviewText } from './review/print.ts'

/**
 * `npm run review -- <git ref> [--layer name] [--sql] [--json file]`: what changed in the definitions since, in words; with DATABASE_URL also which rows
 * it concerns and what the tables need (`--sql`: as statements). `--layer` reviews that layer of LAYERS against a reference of its own repository.
 * `--json` writes the same for the page of Storybook: `.cache/review.json` is where it looks.
 */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'string' }, layer: { type: 'string' }, sql: { type: 'boolean' } },
  })
  const [ref] = positionals
  if (ref === undefined) throw new Error('npm run review -- <git ref> [--layer acme] [--sql] [--json .cache/review.json]')
  const url = process.env.DATABASE_URL || undefined
  const review = await (values.layer === undefined ? makeReview(schemasFolder, ref, url) : reviewLayer(values.layer, ref, url))
  console.log(reviewText(review, { sql: values.sql === true }))
  if (values.json === undefined) return
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(review, null, 2)}\n`)
}

run(process.argv.slice(2)).catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
