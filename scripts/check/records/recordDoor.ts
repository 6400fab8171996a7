import type { CodeCheck } from '../codeCheck.ts'
import { isTestFile } from '../codeFile.ts'

/** The room whose functions move a record's version and write its history. */
const door = 'src/server/write/'

/** Versions and history move together, with the events of a change: who writes either by hand forgets the other. */
export const recordDoor: CodeCheck = {
  name: 'versions or history written past changeRecords',
  find: files =>
    files
      .filter(({ path }) => path.startsWith('src/') && !path.startsWith(door) && !isTestFile(path))
      .flatMap(({ path, text, visit, lineAt }) => {
        const found: string[] = []
        for (const { index } of text.matchAll(/\bversion"?\s*=\s*(?:\w+\.)?"?version"?\s*\+\s*1/g))
          found.push(`${path}:${lineAt(index)}: changeRecords moves the version; a statement of its own sets nextVersion()`)
        visit({
          CallExpression({ callee, start }) {
            if (callee.type === 'Identifier' && callee.name === 'writeHistory')
              found.push(`${path}:${lineAt(start)}: changeRecords, addRecords and noteChange write the history`)
          },
        })
        return found
      }),
}
