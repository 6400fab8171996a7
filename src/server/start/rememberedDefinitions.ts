import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, recordsIn } from '../../base/record.ts'
import type { DefinitionFile } from '../../model/read.ts'

/** The definitions that last checked, kept beside the data: where a file is wrong later on, its version of then can go on. */
const fileOf = (dataDir: string): string => join(dataDir, 'definitions', 'last-good.json')

export const rememberedDefinitions = (dataDir: string): DefinitionFile[] => {
  const path = fileOf(dataDir)
  if (!existsSync(path)) return []
  try {
    const all: unknown = JSON.parse(readFileSync(path, 'utf8'))
    // Written before there were layers: texts by their paths.
    if (isRecord(all))
      return Object.entries(all).flatMap(([name, text]) => (typeof text === 'string' ? [{ path: name, text }] : []))
    return recordsIn(all).flatMap(({ path: name, text, layer }) =>
      typeof name === 'string' && typeof text === 'string'
        ? [{ path: name, text, ...(typeof layer === 'string' ? { layer } : {}) }]
        : [],
    )
  } catch {
    // Cut short by a kill: it is written anew at the next start that checks.
    return []
  }
}

export const rememberDefinitions = (dataDir: string, files: readonly DefinitionFile[]): void => {
  const path = fileOf(dataDir)
  const text = JSON.stringify(
    files.map(({ path: name, text, layer }) => ({ path: name, text, ...(layer === undefined ? {} : { layer }) })),
  )
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
