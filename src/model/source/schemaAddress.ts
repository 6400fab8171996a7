import { isRecord } from '../../base/record.ts'
import { type DefinitionKind, fileKindOf } from './definitions.ts'
import type { ProblemCollector } from './problemCollector.ts'
import type { Source } from './source.ts'

/**
 * The `$schema` of a file leads to its own meta-schema, from which editors complete: that of its kind or, for the two files of a
 * register, the one with that register's own names. A folder of definitions elsewhere may keep the meta-schemas where it likes: only
 * the name of the file counts there.
 */
export function checkSchemaAddress({ path, value, ...source }: Source, kind: DefinitionKind, report: ProblemCollector): void {
  const said = isRecord(value) ? value.$schema : undefined
  if (typeof said !== 'string') return
  const right = rightFiles(path, kind)
  if (right.some(file => leadsTo(said, path, file))) return
  const [first = '', ...others] = right.map(file => `${'../'.repeat(path.split('/').length - 1)}meta/${file}`)
  const message = `"${said}" is not where the words of this file stand: "${first}".`
  report.add({ path, value, ...source }, ['$schema'], 'schema-path', message, { word: said, candidates: [first, ...others] })
}

/** The meta-schemas that have the words of a file, below `meta`; the best first. */
function rightFiles(path: string, kind: DefinitionKind): string[] {
  const folder = kind === 'register' ? 'records' : kind === 'register-ui' ? 'registers' : undefined
  return [...(folder === undefined ? [] : [`${folder}/${fileKindOf(path)?.name}.json`]), `${kind}.json`]
}

function leadsTo(said: string, path: string, file: string): boolean {
  const steps = said.split('/')
  if (steps.at(-1) !== file.split('/').at(-1)) return false
  if (/^[a-z]+:/.test(said) || said.startsWith('/')) return true
  const place = path.split('/').slice(0, -1)
  for (const step of steps) {
    if (step === '.') continue
    if (step !== '..') place.push(step)
    // Outside of the folder.
    else if (place.pop() === undefined) return true
  }
  return place.join('/') === `meta/${file}`
}
