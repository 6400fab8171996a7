import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { readDefinitionFiles } from '../src/server/start/definitionFiles.ts'

/** Where messages stand and where code says them: what the Model does not tell. */
export interface MessageCatalogue {
  /** File of schemas/messages, by code. */
  readonly files: Readonly<Record<string, string>>
  /** Files of src that name the code. */
  readonly code: Readonly<Record<string, readonly string[]>>
}

const root = join(import.meta.dirname, '..')
const literal = /(['"`])([a-z0-9][\w.-]*)\1/gi

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name) && !entry.parentPath.includes('generated'))
    .map(entry => join(entry.parentPath, entry.name))
}

/** Reads the messages' files, and the code for texts that are a message's code. */
export function readMessageCatalogue(): MessageCatalogue {
  const files: Record<string, string> = {}
  for (const { path, text } of readDefinitionFiles().filter(file => file.path.startsWith('messages/')))
    for (const code of Object.keys((JSON.parse(text) as { messages: object }).messages)) files[code] = path
  const code: Record<string, string[]> = {}
  for (const path of sources(join(root, 'src')).sort()) {
    const said = new Set([...readFileSync(path, 'utf8').matchAll(literal)].map(found => found[2] ?? ''))
    for (const each of said)
      if (Object.hasOwn(files, each)) code[each] = [...(code[each] ?? []), relative(root, path).split(sep).join('/')]
  }
  return { files, code }
}
