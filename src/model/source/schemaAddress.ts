import { isRecord } from '../../base/record.ts'
import type { DefinitionKind } from './definitions.ts'
import type { ProblemCollector } from './problemCollector.ts'
import type { Source } from './source.ts'

/**
 * The `$schema` of a file leads to its own meta-schema, from which editors complete. A folder of definitions elsewhere may keep the
 * meta-schemas where it likes: only the name of the file counts there.
 */
export function checkSchemaAddress({ path, value, ...source }: Source, kind: DefinitionKind, report: ProblemCollector): void {
  const said = isRecord(value) ? value.$schema : undefined
  if (typeof said !== 'string') return
  const right = `${'../'.repeat(path.split('/').length - 1)}meta/${kind}.json`
  if (isRight(said, path, kind)) return
  const message = `"${said}" is not where the words of this file stand: "${right}".`
  report.add({ path, value, ...source }, ['$schema'], 'schema-path', message, { word: said, candidates: [right] })
}

function isRight(said: string, path: string, kind: DefinitionKind): boolean {
  const steps = said.split('/')
  if (steps.at(-1) !== `${kind}.json`) return false
  if (/^[a-z]+:/.test(said) || said.startsWith('/')) return true
  const place = path.split('/').slice(0, -1)
  for (const step of steps) {
    if (step === '.') continue
    if (step !== '..') place.push(step)
    // Outside of the folder.
    else if (place.pop() === undefined) return true
  }
  return place.join('/') === `meta/${kind}.json`
}
