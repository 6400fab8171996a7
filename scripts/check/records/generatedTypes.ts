import type { CodeCheck } from '../codeCheck.ts'
import { type CodeFile, isTestFile, readProjectFile } from '../codeFile.ts'

/** Uses of a record's or a row's generated type, by itself or through a function of the door that is typed by it. */
const typed =
  /\b(?:RowOf|ColumnOf|NumbersOf|ValuesOf|RecordOf|RecordBody|StoredRecord|KeptFields)<|\b(?:lockRecords|lockOwnFields|changeRecords|changeFields|addRecords|noteChange|hasRow|lockRows)\(|from '[./]*generated\/records\.ts'/

/** Statements that name a table which they read or write. */
const naming = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:"([\w.]+)"|(\w+)\b(?!\.|\()|\$\{[^}]*\bsql\})/g

let tables: ReadonlySet<string> | undefined

/** The tables of registers and of their lists, as the generated types name them. */
const registerTables = (): ReadonlySet<string> => {
  tables ??= new Set([...readProjectFile('src/generated/rows.ts').matchAll(/^ {2}'([^']+)': \{$/gm)].map(([, name = '']) => name))
  return tables
}

/** Calls that send a statement; a text by itself is typed where it is sent. */
const sending = /\.query[<(]/

/** Tells of each file whether it names a table of a register, by itself or by the texts that it imports. */
function namingIn(files: readonly CodeFile[]): (file: CodeFile) => boolean {
  const byPath = new Map(files.map(file => [file.path, file]))
  const known = new Map<string, boolean>()
  const isNaming = (file: CodeFile): boolean => {
    const found = known.get(file.path)
    if (found !== undefined) return found
    // An import in a ring is asked once.
    known.set(file.path, false)
    const own = [...file.text.matchAll(naming)].some(([, quoted, plain]) =>
      quoted === undefined && plain === undefined ? true : registerTables().has(quoted ?? plain ?? ''),
    )
    const imported = (): boolean =>
      file.imports.some(({ target, typeOnly }) => {
        const text = typeOnly ? undefined : byPath.get(target)
        return text !== undefined && !sending.test(text.text) && isNaming(text)
      })
    const names = own || imported()
    known.set(file.path, names)
    return names
  }
  return isNaming
}

/**
 * Files of the domain and the plugins that read or write a register by SQL alone: a shape that is written by hand goes on compiling when the definition
 * changes. The test of statements finds columns and types that are wrong; what may be empty only the generated type tells. Statements that are declared as
 * data (derived tables) are sent by the runtime, which gives none of their rows a shape.
 */
export const generatedTypes: CodeCheck = {
  name: 'files that read or write a register without its generated type',
  find: files => {
    const own = files.filter(({ path }) => /^src\/(domain|plugins)\//.test(path) && !isTestFile(path))
    const isNaming = namingIn(own)
    return own
      .filter(file => sending.test(file.text) && !typed.test(file.text) && isNaming(file))
      .map(
        ({ path }) =>
          `${path}: RowOf, ColumnOf and NumbersOf<'table', 'column'> type what a statement reads, ValuesOf what it writes, tableOf what is locked, changed or added`,
      )
  },
}
