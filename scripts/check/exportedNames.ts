import type { CodeCheck } from './codeCheck.ts'
import { isTestFile } from './codeFile.ts'

/** Kinds, plugins and areas of the domain answer to a contract: what they export under its names, each has. */
const ofContracts = /^src\/(kinds|plugins|domain)\//

/** A name that one file exports needs no file beside it to be understood. */
export const exportedNames: CodeCheck = {
  name: 'names that several files export',
  find: files => {
    const owners = new Map<string, string[]>()
    for (const { path, exports } of files) {
      if (!path.startsWith('src/') || isTestFile(path)) continue
      for (const name of new Set(exports)) owners.set(name, [...(owners.get(name) ?? []), path])
    }
    return [...owners]
      .filter(([, paths]) => paths.length > 1 && !paths.every(path => ofContracts.test(path)))
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
  },
}
