import { basename, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Model } from '../src/model/model.ts'
import { readModel } from '../src/model/read.ts'
import { queriesForBrowser } from '../src/model/report/queriesForBrowser.ts'
import { layerFolders, readDefinitionFiles, schemasFolder } from '../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'
import { documentScenes } from './documentScenes.ts'
import { importScenes } from './importScenes.ts'
import {
  besideScenes,
  importTitle,
  readDocument,
  reportTitle,
  scenesOfRegister,
  scenesOfScreen,
  screenTitle,
  storyTitle,
} from './indexer.ts'
import { readLayerLines } from './layers.ts'
import { readMessageCatalogue } from './messageCatalogue.ts'
import { eitherModel } from './productModel.ts'
import { reportScenes } from './reportScenes.ts'
import { readReview } from './review/data.ts'
import { readSamples, readScreenSamples } from './samples.ts'

const definition = /registers\/.*\.schema\.json$/
const screen = /reports\/.*\.ui\.json$/
const load = /(schemas\/imports\/[^/]*|\/imports\/x_[^/]*)\.json$/
const answers = /(schemas\/screens\/[^/]*|\/screens\/x_[^/]*)\.json$/
const paper = /(schemas\/documents\/[^/]*|\/documents\/x_[^/]*)\.json$/
const stories = '\0stories:'
/** The Model without what only the server knows, as code. */
const shownModel = (model: Model): string => JSON.stringify({ ...model, queries: queriesForBrowser(model.queries) })

/** The module of the Model; with layers, of both: a page of stories that are compared asks for the product's. */
function modelModule(): string {
  const { model } = readDefinitions()
  if (layerFolders.length === 0) return `export default ${shownModel(model)}`
  return eitherModel(shownModel(readModel(readDefinitionFiles(schemasFolder, [])).model), shownModel(model))
}

const model = 'virtual:model'

/** Modules whose content is data: each is read when it is asked for. */
const data: Readonly<Record<string, () => unknown>> = {
  'virtual:catalogue': readMessageCatalogue,
  'virtual:samples': readSamples,
  'virtual:screen-samples': readScreenSamples,
  'virtual:review': readReview,
  'virtual:layers': readLayerLines,
}
const page = resolve(import.meta.dirname, 'stories/register.tsx')
const reportPage = resolve(import.meta.dirname, 'stories/report.tsx')
const importPage = resolve(import.meta.dirname, 'stories/import.tsx')
const documentPage = resolve(import.meta.dirname, 'stories/document.tsx')
const screenPage = resolve(import.meta.dirname, 'stories/screen.tsx')
const words = resolve(import.meta.dirname, 'stories/definition.tsx')
const besides = resolve(import.meta.dirname, 'stories/beside.tsx')

function storiesOf(path: string): string {
  const register = basename(path, '.schema.json')
  return [
    `import { registerStory } from ${JSON.stringify(page)}`,
    `import { definitionStory } from ${JSON.stringify(words)}`,
    `export default { title: ${JSON.stringify(storyTitle(path))} }`,
    `export const Definition = definitionStory(${JSON.stringify(register)})`,
    `import { besideStory } from ${JSON.stringify(besides)}`,
    ...besideScenes(path).map(
      ({ exportName, title, of }) =>
        `export const ${exportName} = besideStory(${JSON.stringify(storyTitle(path))}, ${JSON.stringify(title)}, ${JSON.stringify(of.exportName)})`,
    ),
    ...scenesOfRegister(path).map(
      scene => `export const ${scene.exportName} = registerStory(${JSON.stringify(register)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

function storiesOfReport(path: string): string {
  const report = basename(path, '.ui.json')
  return [
    `import { reportStory } from ${JSON.stringify(reportPage)}`,
    `export default { title: ${JSON.stringify(reportTitle(path))} }`,
    ...reportScenes.map(
      scene => `export const ${scene.exportName} = reportStory(${JSON.stringify(report)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

function storiesOfImport(path: string): string {
  const name = basename(path, '.json')
  return [
    `import { importStory } from ${JSON.stringify(importPage)}`,
    `export default { title: ${JSON.stringify(importTitle(path))} }`,
    ...importScenes.map(
      scene => `export const ${scene.exportName} = importStory(${JSON.stringify(name)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

function storiesOfDocument(path: string): string {
  const name = basename(path, '.json')
  const { title, papers } = readDocument(path)
  return [
    `import { documentStory } from ${JSON.stringify(documentPage)}`,
    `export default { title: ${JSON.stringify(`Documentos/${title}`)} }`,
    ...documentScenes(papers).map(
      scene => `export const ${scene.exportName} = documentStory(${JSON.stringify(name)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

function storiesOfScreen(path: string): string {
  const name = basename(path, '.json').replace(/\.sample$/, '')
  return [
    `import { screenStory } from ${JSON.stringify(screenPage)}`,
    `export default { title: ${JSON.stringify(screenTitle(path))} }`,
    ...scenesOfScreen(path).map(
      scene => `export const ${scene.exportName} = screenStory(${JSON.stringify(name)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

/**
 * Turns the import of a register's, a report's, a CSV import's or a screen's definition into its stories, as the indexer announced them, and gives the pages their data:
 * the Model, sample rows kept beside definitions, where messages are used, the review made last. A changed definition reloads
 * the page.
 */
export function definitionStories(): Plugin {
  return {
    name: 'definition-stories',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === model || Object.hasOwn(data, source)) return `\0${source}`
      if (![definition, screen, load, answers, paper].some(one => one.test(source)) || source.startsWith(stories))
        return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found ? `${stories}${found.id}.js` : undefined
    },
    load(id) {
      if (id === `\0${model}`) return modelModule()
      const read = data[id.slice(1)]
      if (id.startsWith('\0') && read) return `export default ${JSON.stringify(read())}`
      if (!id.startsWith(stories)) return undefined
      const path = id.slice(stories.length, -'.js'.length)
      if (load.test(path)) return storiesOfImport(path)
      if (paper.test(path)) return storiesOfDocument(path)
      if (answers.test(path)) return storiesOfScreen(path)
      return screen.test(path) ? storiesOfReport(path) : storiesOf(path)
    },
    configureServer(server) {
      const folders = [schemasFolder, ...layerFolders]
      server.watcher.add(folders)
      server.watcher.on('change', path => {
        if (!folders.some(folder => path.startsWith(folder))) return
        server.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      })
    },
  }
}
