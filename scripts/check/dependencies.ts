import type { CodeCheck } from './codeCheck.ts'
import { type CodeFile, isTestFile, projectFiles, readProjectFile } from './codeFile.ts'

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}

/** Needed without being imported: peers of a package that is, types of one, programs, and what a tool finds by itself. */
const unseen: Readonly<Record<string, string>> = {
  '@nivo/core': 'peer of the nivo charts',
  '@emotion/react': 'peer of Chakra',
  '@types/node': 'types of the platform',
  typescript: 'the program tsc',
  '@biomejs/biome': 'the program biome',
  playwright: 'the browser of flows and stories',
}

/** Each package is imported, and stands in the list that its use asks for. */
export const dependencies: CodeCheck = {
  name: 'dependencies unused, missing or in the wrong list',
  bar: 0,
  find: files => {
    const own: PackageFile = JSON.parse(readProjectFile('package.json'))
    const uses = usesOf(files)
    const said = [...Object.values(own.scripts), ...otherTexts(), ...files.map(file => file.text)].join('\n')
    const isUsed = (name: string): boolean =>
      uses.has(name) || name in unseen || mentions(said, name) || (name.startsWith('@types/') && uses.has(name.slice(7)))
    return [
      ...Object.keys({ ...own.dependencies, ...own.devDependencies })
        .filter(name => !isUsed(name))
        .map(name => `${name}: nothing imports it`),
      ...[...uses].flatMap(([name, { production }]) => {
        if (!(name in own.dependencies) && !(name in own.devDependencies)) return [`${name}: imported, but not in package.json`]
        return production && !(name in own.dependencies)
          ? [`${name}: the server at work imports it; it is no dev dependency`]
          : []
      }),
    ]
  },
}

/** Packages, and whether code that runs without the dev dependencies imports them. */
export function usesOf(files: readonly CodeFile[]): Map<string, { production: boolean }> {
  const uses = new Map<string, { production: boolean }>()
  for (const { path, imports } of files) {
    const atWork =
      /^src\/(main|server|base|kinds|model|api|domain|plugins)\//.test(path) && path.endsWith('.ts') && !isTestFile(path)
    for (const { target, relative, typeOnly } of imports) {
      if (relative || target.startsWith('node:') || target.startsWith('virtual:')) continue
      const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/')
      const production = (uses.get(name)?.production ?? false) || (atWork && !typeOnly && !developmentOnly.test(path))
      uses.set(name, { production })
    }
  }
  return uses
}

/** Parts of the server that only run where Vite is installed. */
const developmentOnly = /^src\/server\/start\/(buildPages|startDevServer)\.ts$/

/** Style sheets and configurations that name packages as well. */
const otherTexts = (): string[] =>
  projectFiles('src', '.storybook', 'biome.json', 'tsconfig.json', '*.html')
    .filter(path => /\.(css|json|html|js)$/.test(path) && !path.startsWith('src/generated/'))
    .map(readProjectFile)

/** Named in quotes, or as a program of a script. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(['"\`]|^)${name.replace(/[/.]/g, '\\$&')}(['"\`/ ]|$)`, 'm').test(text)
