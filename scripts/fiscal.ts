import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSped } from '../src/domain/accounting/sped/checkSped.ts'
import { drawNoteFile } from '../src/plugins/nfe/printing/drawNoteFile.ts'
import { checkFile } from '../src/plugins/sefaz/check/checkFile.ts'
import { type FileReport, isWrong } from '../src/plugins/sefaz/check/fileReport.ts'
import { SchemaValidator } from '../src/plugins/sefaz/schema/schemaValidator.ts'
import { parseXml } from '../src/plugins/sefaz/xml/parseXml.ts'
import { readElement } from '../src/plugins/sefaz/xml/readElement.ts'

const usage = `npm run fiscal -- check FILE|FOLDER… [--json]
npm run fiscal -- danfe FILE.xml OUT.pdf
npm run fiscal -- sped FILE.txt…`

/**
 * `npm run fiscal -- check FILE|FOLDER… [--json]`: reads notes, events, voidings and what the authority answers, and tells of each file
 * whether schema, signature, key and sums hold. Exit 1 where something is wrong, 2 where nothing can be checked.
 * `npm run fiscal -- danfe FILE.xml OUT.pdf
npm run fiscal -- sped FILE.txt…`: draws the paper of any note, of model 55 or 65; of a draft without fiscal value.
 */
async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'danfe') return draw(args)
  if (command === 'sped' && args.length > 0) return checkBooks(args)
  const paths = args.filter(arg => !arg.startsWith('--'))
  const unknown = args.filter(arg => arg.startsWith('--') && arg !== '--json')
  if (command !== 'check' || paths.length === 0 || unknown.length > 0) {
    console.error(usage)
    return 2
  }
  const files = paths.flatMap(filesIn)
  if (files.length === 0) {
    console.error('no .xml files there')
    return 2
  }
  using schemas = new SchemaValidator()
  let wrong = false
  for (const file of files) {
    const report = checkFile(schemas, file, readFileSync(file))
    wrong ||= isWrong(report)
    console.log(args.includes('--json') ? JSON.stringify(report) : describe(report).join('\n'))
  }
  return wrong ? 1 : 0
}

/** The file is latin1, as the authority takes it. */
function checkBooks(files: readonly string[]): number {
  let wrong = false
  for (const file of files) {
    const text = readFileSync(file, 'latin1')
    const problems = checkSped(text)
    wrong ||= problems.length > 0
    console.log(`${problems.length > 0 ? '✗' : '✓'} ${file}: ${text.split('\n').length - 1} lines`)
    for (const problem of problems) console.log(`    ${problem}`)
  }
  return wrong ? 1 : 0
}

/** Exit 2 where the file holds no note. */
async function draw([from, to, ...more]: readonly string[]): Promise<number> {
  if (from === undefined || to === undefined || more.length > 0) {
    console.error(usage)
    return 2
  }
  using document = parseXml(readFileSync(from, 'utf8'))
  const bytes = await drawNoteFile(readElement(document.root))
  if (!bytes) {
    console.error(`${from} holds no note`)
    return 2
  }
  writeFileSync(to, bytes)
  return 0
}

/** A file as it is, and the XML files of a folder and of those in it. */
function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      if (entry.isDirectory()) return filesIn(join(path, entry.name))
      return entry.isFile() && /\.xml$/i.test(entry.name) ? [join(path, entry.name)] : []
    })
}

const signatures = new Map([
  [true, 'signed'],
  [false, 'SIGNATURE WRONG'],
  [null, 'not signed'],
])

/** For people: a line a file, and one for each thing that is wrong. */
function describe(report: FileReport): string[] {
  const { file, kind, model, key, schema, signature, keyDigit, recalculated } = report
  const facts = [
    [kind, model, key].filter(Boolean).join(' '),
    schema.valid ? 'schema ok' : 'SCHEMA WRONG',
    signatures.get(signature.valid),
    ...(keyDigit === false ? ['CHECK DIGIT WRONG'] : []),
    `${recalculated.equal} of ${recalculated.fields} fields equal, ${recalculated.notDecidable.length} not decidable`,
  ]
  return [
    `${isWrong(report) ? '✗' : '✓'} ${file}: ${facts.join(' · ')}`,
    ...schema.problems.map(problem => `    ${problem}`),
    ...recalculated.differences.map(({ path, note, ours, rule }) => `    ${path}: ${note} in the note, ${ours} by ${rule}`),
    ...(report.documents ?? []).flatMap(describe),
  ]
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
