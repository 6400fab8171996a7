import type { CodeCheck } from '../codeCheck.ts'
import { isTestFile, readProjectFile } from '../codeFile.ts'

/** Uses of a record's or a row's generated type, by itself or through a function of the door that is typed by it. */
const typed =
  /\b(?:RowOf|ColumnOf|NumbersOf|RecordOf|StoredRecord|PartialRecord|KeptFields)<|\b(?:lockRecords|lockOwnFields|changeRecords|changeFields|addRecords|noteChange)\(|from '[./]*generated\/records\.ts'/

/** Statements that name a table which they read or write. */
const naming = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:"([\w.]+)"|(\w+)\b(?!\.|\()|\$\{[^}]*\bsql\})/g

let tables: ReadonlySet<string> | undefined

/** The tables of registers and of their lists, as the generated types name them. */
const registerTables = (): ReadonlySet<string> => {
  tables ??= new Set([...readProjectFile('src/generated/rows.ts').matchAll(/^ {2}'([^']+)': \{$/gm)].map(([, name = '']) => name))
  return tables
}

/**
 * Files of the domain and the plugins that read or write a register by SQL alone: a shape that is written by hand goes on compiling when the definition
 * changes. The test of statements finds columns and types that are wrong; what may be empty only the generated type tells.
 */
export const generatedTypes: CodeCheck = {
  name: 'files that read or write a register without its generated type',
  bar: 45,
  find: files =>
    files
      .filter(({ path }) => /^src\/(domain|plugins)\//.test(path) && !isTestFile(path))
      .flatMap(({ path, text }) => {
        if (typed.test(text)) return []
        const named = [...text.matchAll(naming)].some(([, quoted, plain]) =>
          quoted === undefined && plain === undefined ? true : registerTables().has(quoted ?? plain ?? ''),
        )
        return named
          ? [
              `${path}: RowOf, ColumnOf and NumbersOf<'table', 'column'> type what a statement reads, tableOf what is locked, changed or added`,
            ]
          : []
      }),
}
