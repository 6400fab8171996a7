import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { isTestFile, projectFiles, readProjectFile } from './check/codeFile.ts'

const pages = (...paths: readonly string[]): string => paths.map(readProjectFile).join('\n')
const packageFile: Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>> = JSON.parse(
  readProjectFile('package.json'),
)

test('README has at most 1,000 words', () => {
  expect(readProjectFile('README.md').split(/\s+/).length).toBeLessThanOrEqual(1000)
})

test('one save is read in under ten files, from README on, each imported by one before it', () => {
  expect(readProjectFile('README.md')).toContain('(docs/architecture.md#one-save-from-readme-to-sql)')
  const [, part = ''] = /^## One save, from README to SQL\n(.*?)^## /ms.exec(readProjectFile('docs/architecture.md')) ?? []
  const files = [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThan(10)
  const imports = files.map(path =>
    [...readProjectFile(path).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => posix.join(posix.dirname(path), to)),
  )
  const unreached = files.filter((path, at) => at > 0 && !imports.slice(0, at).flat().includes(path))
  expect(unreached).toEqual([])
  expect(readProjectFile(files.at(-1) ?? '')).toContain('UPDATE')
})

test('docs/commands.md names every command', () => {
  const told = pages('docs/commands.md')
  const names = Object.keys(packageFile.scripts)
  expect(names.filter(name => !new RegExp(`\`(npm (run )?)?${name}[ \`]`).test(told))).toEqual([])
})

test('docs/libraries.md names every library', () => {
  const told = new Set(
    pages('docs/libraries.md')
      .toLowerCase()
      .split(/[^\w@/.-]+/),
  )
  // A library of several packages is named once; types belong to their library.
  const family = (name: string): readonly string[] => [name, name.replace(/^@([\w-]+)\/.*/, '$1'), name.replace(/^@[\w-]+\//, '')]
  const names = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies }).filter(
    name => !name.startsWith('@types/'),
  )
  expect(names.filter(name => !family(name).some(each => told.has(each)))).toEqual([])
})

test('documents name every environment variable that the product reads', () => {
  const told = pages('docs/settings.md', 'docs/integrations.md', 'docs/deployment.md')
  const read = projectFiles('src')
    .filter(path => /\.ts$/.test(path) && !isTestFile(path))
    .flatMap(path => [...readProjectFile(path).matchAll(/\benv\.([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name))
  // The machine's own clock, AWS's and OpenTelemetry's own second names, and what Vite sets.
  const others = new Set(['TZ', 'AWS_REGION', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'PROD'])
  expect(read.length).toBeGreaterThan(20)
  expect([...new Set(read)].filter(name => !others.has(name) && !new RegExp(`\\b${name}\\b`).test(told))).toEqual([])
})
