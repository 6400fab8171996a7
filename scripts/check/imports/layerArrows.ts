import type { CodeCheck } from '../codeCheck.ts'
import { type CodeFile, isTestFile } from '../codeFile.ts'
import { layerOf, mains, publishedFaces } from './layers.ts'

/** Folders that run on both sides have neither React, nor a database, nor Node. */
const portable = new Set(['base', 'kind', 'model', 'api'])
const ofOneSide = /^(node:|react|@chakra-ui|pg$|fastify)/
const outsiders = new Set(['domain', 'plugin'])

const production = (files: readonly CodeFile[]): CodeFile[] =>
  files.filter(({ path }) => path.startsWith('src/') && !isTestFile(path))

/** Imports go one way, from layer to layer. */
export const layerArrows: CodeCheck = {
  name: 'imports against the order of layers',
  bar: 0,
  find: files => production(files).flatMap(wrongArrows),
}

/** The domain and the plugins stand on the published faces of the two sides, so that what is behind these may change. */
export const deepImports: CodeCheck = {
  name: 'imports past the published faces',
  bar: 0,
  find: files =>
    production(files).flatMap(({ path, imports }) =>
      outsiders.has(layerOf(path)?.name ?? '')
        ? imports
            .filter(({ target }) => /^src\/(server|browser)\//.test(target) && !publishedFaces.has(target))
            .map(({ target }) => `${path}: ${target} is no published face`)
        : [],
    ),
}

function wrongArrows({ path, imports }: CodeFile): string[] {
  const layer = layerOf(path)
  if (!layer) return [`${path}: stands in no layer`]
  return imports.flatMap(({ target, relative }) => {
    if (!relative)
      return portable.has(layer.name) && ofOneSide.test(target) ? [`${path}: ${layer.name} may not import ${target}`] : []
    const other = layerOf(target)
    if (!other || layer.may.includes(other.name) || (outsiders.has(other.name) && mains.test(path))) return []
    return [`${path}: ${layer.name} may not import ${other.name} (${target})`]
  })
}
