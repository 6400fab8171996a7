import { type DefinitionFile, type ReadModel, readModel } from '../../model/read.ts'
import type { ExternalNames } from '../../model/source/externalNames.ts'
import { fileName } from '../../model/source/source.ts'

/** The Model in force, and whether last good versions took the place of all wrong ones. */
export interface ModelInForce extends ReadModel {
  readonly kept: boolean
}

/**
 * Definitions that may be wrong, as while they are being written: where a file does not check, its last version that did stays in force, so that a
 * half-typed word takes no screen away. The problems are those of the files as they are now.
 */
export class DefinitionsInForce {
  private good: ReadonlyMap<string, DefinitionFile>
  private readonly known: ExternalNames

  /** `good`: the files that last checked. */
  constructor(known: ExternalNames = {}, good: readonly DefinitionFile[] = []) {
    this.known = known
    this.good = new Map(good.map(file => [fileName(file), file]))
  }

  /** The files that are good now. */
  goodFiles(): readonly DefinitionFile[] {
    return [...this.good.values()]
  }

  /** Takes the files as they are now, and gives what is in force from now on. */
  take(files: readonly DefinitionFile[]): ModelInForce {
    const read = readModel(files, this.known)
    const wrong = filesWith(read)
    const kept = [...wrong].every(path => this.good.has(path))
    if (![...wrong].some(path => this.good.has(path))) {
      this.keep(files, wrong)
      return { ...read, kept }
    }
    return { ...this.mixed(files, wrong), problems: read.problems, kept }
  }

  /** A file that never checked has no good version, and is left out. */
  private keep(files: readonly DefinitionFile[], wrong: ReadonlySet<string>): void {
    this.good = new Map(files.filter(file => !wrong.has(fileName(file))).map(file => [fileName(file), file]))
  }

  /** The files with good versions in place of those that do not check; where these do not fit the others, the good ones alone. */
  private mixed(files: readonly DefinitionFile[], wrong: ReadonlySet<string>): ReadModel {
    const replaced = new Set(wrong)
    for (;;) {
      const all = files.map(file => (replaced.has(fileName(file)) ? (this.good.get(fileName(file)) ?? file) : file))
      const read = readModel(all, this.known)
      const known = [...filesWith(read)].filter(path => this.good.has(path))
      if (known.length === 0) {
        this.keep(all, filesWith(read))
        return read
      }
      const more = known.filter(path => !replaced.has(path))
      if (more.length === 0) return this.before(files)
      for (const path of more) replaced.add(path)
    }
  }

  private before(files: readonly DefinitionFile[]): ReadModel {
    return readModel([...this.good.values(), ...files.filter(file => !this.good.has(fileName(file)))], this.known)
  }
}

const filesWith = ({ problems }: ReadModel): ReadonlySet<string> => new Set(problems.map(({ file }) => file))
