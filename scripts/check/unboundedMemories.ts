import type { ESTree } from 'vite'
import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile } from './codeFile.ts'

/** Code that servers run for as long as they live. */
const servers = /^src\/(main|server|domain|model|plugins|kinds|base)\//

/** Memories that no call of a stranger fills, each with what bounds it. */
const bounded: Readonly<Record<string, string>> = {
  'src/base/dates.ts displays': 'zones that a definition offers; the browser has it, too',
  'src/base/zones.ts clocks': 'zones that a definition offers; the browser has it, too',
  'src/base/number.ts formats': 'numbers of decimal places',
  'src/kinds/text/value.ts patterns': 'patterns of definitions',
  'src/model/access/choosing.ts known': 'registers of a Model',
  'src/model/access/gateTree.ts trees': 'gates of definitions',
  'src/model/access/publicModel.ts cuts': 'public screens of a Model',
  'src/model/access/seenQuery.ts known': 'queries of a Model, for as long as the rights are remembered',
  'src/model/access/sight.ts known': 'registers of a Model, for as long as the rights are remembered',
  'src/model/access/sight.ts none': 'read only',
  'src/model/expression.ts compiled': 'expressions of definitions',
  'src/model/expression.ts scopes': 'registers of a Model',
  'src/model/expression/referenceReads.ts none': 'read only',
  'src/model/expression/referenceReads.ts through': 'expressions of definitions',
  'src/model/expression/simpleEvaluator.ts known': 'expressions of definitions',
  'src/model/source/source.ts lastRead': 'definition files, the last text of each',
  'src/plugins/sefaz/demo/keepDemoDocument.ts made': 'stores of the demo',
  'src/server/database/scratch/deathWatcher.ts processes': 'processes of tests, which leave it as they end',
  'src/server/database/scratch/deathWatcher.ts clusters': 'databases of tests, which leave it as they end',
  'src/server/database/scratch/deathWatcher.ts folders': 'folders of tests, which leave it as they end',
  'src/server/database/secret.ts opened': 'data folders of the process',
  'src/server/features/openapi/packedDocument.ts packed': 'encodings of documents',
  'src/server/query/table.ts known': 'registers of a Model',
  'src/server/query/table.ts addresses': 'addresses of registers of a Model',
  'src/server/query/sight/unseen.ts hiding': 'registers of a Model, for as long as the rights are remembered',
  'src/server/query/visibility.ts answers': 'registers of a Model, for as long as the rights are remembered',
  'src/server/queue/durableQueue.ts lastLanes': 'names of queues',
  'src/server/quotas/sentFiles.ts turns': 'reservations that go on',
  'src/server/report/bindStatement.ts known': 'statements of definitions',
  'src/server/report/fetchReportRows.ts sending': 'statements of definitions',
  'src/server/write/check/invalidFiles.ts known': 'sorts of files',
  'src/server/write/check/writeRestrictions.ts closed': 'registers of a Model, for as long as the rights are remembered',
  'src/server/write/store/changeRows.ts uniques': 'tables of a Model',
  'src/server/write/store/releaseReferences.ts known': 'registers of a Model',
  'src/server/write/writeHistory.ts statements': 'tables of histories',
}

/**
 * Calls fill for ever what is kept beside all of them: an empty Map or Set of a module, or one below each key of a WeakMap, holds as much as people ask
 * for. `BoundedMemory` and `OwnedMemory` have a size, and tell it in `/metrics`. One value for each object is as bounded as the objects.
 */
export const unboundedMemories: CodeCheck = {
  name: 'memories of modules without a size',
  find: files => files.filter(({ path }) => servers.test(path) && !isTestFile(path)).flatMap(memoriesOf),
}

function memoriesOf({ path, text, visit, lineAt }: CodeFile): string[] {
  if (!/new (Weak)?(Map|Set)\b/.test(text)) return []
  const found: string[] = []
  const look = (statement: ESTree.Program['body'][number]): void => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return
    for (const { id, init, start } of declared.declarations) {
      const name = id.type === 'Identifier' ? id.name : ''
      // Where its size is asked before it grows, it is bounded by hand: base is in the browser's first files, too.
      const isWatched = text.includes(`${name}.size >=`)
      if (isFilledLater(init, text) && !isWatched && !(`${path} ${name}` in bounded))
        found.push(`${path}:${lineAt(start)}: "${name}" grows for ever: a BoundedMemory or an OwnedMemory`)
    }
  }
  visit({
    Program({ body }) {
      for (const statement of body) look(statement)
    },
  })
  return found
}

function isFilledLater(init: ESTree.Expression | null, text: string): boolean {
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier' || init.arguments.length > 0) return false
  const { name } = init.callee
  if (name === 'Map' || name === 'Set') return true
  // Each object has a Map that is itself filled later.
  return name === 'WeakMap' && /[ <](Map|Set)</.test(text.slice(init.callee.end, init.end))
}
