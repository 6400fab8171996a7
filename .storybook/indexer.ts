import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Indexer } from 'storybook/internal/types'
import { manifestName } from '../src/model/layers/manifest.ts'
import { schemasFolder } from '../src/server/start/definitionFiles.ts'
import { documentScenes } from './documentScenes.ts'
import { importScenes } from './importScenes.ts'
import { isOverlaid, layerTags } from './layers.ts'
import { reportScenes } from './reportScenes.ts'
import { lookScenes, type Scene, scenes } from './scenes.ts'
import { dashboardScenes, furtherScenes, refusedForm, type ScreenScene, screenScenes } from './screenScenes.ts'

/** The menu of the definitions that a folder is part of, whatever their own folder is called. */
function menuAbove(folder: string): string {
  // A layer has no menu of its own: its groups are the product's.
  if (existsSync(join(folder, manifestName))) return join(schemasFolder, 'menu.json')
  const file = join(folder, 'menu.json')
  if (existsSync(file)) return file
  if (dirname(folder) === folder) throw new Error('There is no menu.json above the definition.')
  return menuAbove(dirname(folder))
}

/** Title of the menu's group of an id: what people call the place; a folder of no group by its own name. */
function groupTitle(path: string, id: string): string {
  const menu = JSON.parse(readFileSync(menuAbove(dirname(path)), 'utf8')) as {
    groups: { id: string; title: string }[]
  }
  return menu.groups.find(group => group.id === id)?.title ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`
}

/** Title in the sidebar: the menu's group, for which the register's folder (area) stands, and its own. */
export function storyTitle(path: string): string {
  const { title } = JSON.parse(readFileSync(path, 'utf8')) as { title: string }
  return `Registros/${groupTitle(path, path.split('/').at(-2) ?? '')}/${title}`
}

/** Whether anybody sees the register at all: one without access is kept by the server alone. */
function isSeen(path: string): boolean {
  const { register } = JSON.parse(readFileSync(path, 'utf8')) as { register: { access?: object; from?: object } }
  return register.access !== undefined || register.from !== undefined
}

/** Every scene of the register whose definition stands there: the usual ones, and those of its looks. */
export function scenesOfRegister(path: string): readonly Scene[] {
  const ui = path.replace(/\.schema\.json$/, '.ui.json')
  const { looks } = existsSync(ui) ? (JSON.parse(readFileSync(ui, 'utf8')) as { looks?: object }) : {}
  return [...scenes, ...lookScenes(looks)]
}

/** A scene beside itself, as the product has it: of a register that a layer speaks of. */
export const besideScenes = (
  path: string,
): readonly { readonly exportName: string; readonly title: string; readonly of: Scene }[] =>
  isOverlaid(path) && isSeen(path)
    ? scenes
        .filter(({ role, state }) => role === 'owner' && ['few', 'edit'].includes(state))
        .map(of => ({
          exportName: `Beside${of.exportName}`,
          title: `${of.view === 'list' ? 'Lista' : 'Formulário'}: produto e camada`,
          of,
        }))
    : []

/** Makes a page and stories of every register's definition: none is written by hand. */
export const registerIndexer: Indexer = {
  test: /registers\/.*\.schema\.json$/,
  createIndex: async path => [
    {
      type: 'story',
      importPath: path,
      exportName: 'Definition',
      name: 'Definição',
      title: storyTitle(path),
      tags: ['definition', 'words', ...layerTags(path)],
    },
    ...(isSeen(path) ? scenesOfRegister(path) : []).map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: storyTitle(path),
      tags: ['definition', scene.view, ...layerTags(path)],
    })),
    ...besideScenes(path).map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: storyTitle(path),
      tags: ['definition', 'beside', ...layerTags(path)],
    })),
  ],
}

/** Title in the sidebar of a report, in its menu's folder: its screen's, or that of the call of the same name. */
export function reportTitle(path: string): string {
  const read = (file: string): { title?: string; menu?: string } =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { title?: string; menu?: string }) : {}
  const { title, menu } = read(path)
  const name = basename(path, '.ui.json')
  return `Relatórios/${menu === undefined ? 'Fora do menu' : groupTitle(path, menu)}/${title ?? read(path.replace(/\.ui\.json$/, '.schema.json')).title ?? name}`
}

/** Makes stories of every report's screen. */
export const reportIndexer: Indexer = {
  test: /reports\/.*\.ui\.json$/,
  createIndex: async path =>
    reportScenes.map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: reportTitle(path),
      tags: ['definition', 'report', ...layerTags(path)],
    })),
}

/** A document's title and papers, as its file says them. */
export const readDocument = (path: string): { title: string; papers: readonly string[] } =>
  JSON.parse(readFileSync(path, 'utf8')) as { title: string; papers: readonly string[] }

/** Makes stories of every document on each of its papers. */
export const documentIndexer: Indexer = {
  test: /documents\/[^/]*\.json$/,
  createIndex: async path => {
    const { title, papers } = readDocument(path)
    return documentScenes(papers).map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: `Documentos/${title}`,
      tags: ['definition', 'document', ...layerTags(path)],
    }))
  },
}

/** Title in the sidebar of an import. */
export const importTitle = (path: string): string =>
  `Importações/${(JSON.parse(readFileSync(path, 'utf8')) as { title: string }).title}`

/** Makes stories of every import's page. */
export const importIndexer: Indexer = {
  test: /imports\/[^/]*\.json$/,
  createIndex: async path =>
    importScenes.map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: importTitle(path),
      tags: ['definition', 'import', ...layerTags(path)],
    })),
}

/** Title in the sidebar of a screen; `path` is its own, or that of its samples, which stand beside it. */
export const screenTitle = (path: string): string =>
  `Telas/${(JSON.parse(readFileSync(path.replace(/\.sample\.json$/, '.json'), 'utf8')) as { title: string }).title}`

/** The scenes of a screen: those of its samples, or those of a page of figures; another has no stories. */
export function scenesOfScreen(path: string): readonly ScreenScene[] {
  const read = (file: string): { gate?: string; form?: { visitors?: string } } =>
    JSON.parse(readFileSync(file, 'utf8')) as { gate?: string; form?: { visitors?: string } }
  if (!path.endsWith('.sample.json')) return 'dashboard' in read(path) ? dashboardScenes : []
  const { gate = '', form } = read(path.replace(/\.sample\.json$/, '.json'))
  // A page that everybody may open has no story without the permission. A form asks for nothing before somebody types.
  const isFree = ['logged', 'true'].includes(gate)
  const usual = screenScenes.filter(({ role, state }) => !(isFree && role === 'nobody') && !(form && state === 'loading'))
  return [...usual, ...(form?.visitors ? [refusedForm] : []), ...furtherScenes(read(path))]
}

/** Makes stories of every screen that has samples of what its calls answer, and of every page of figures. */
export const screenIndexer: Indexer = {
  test: /screens\/[^/]*\.json$/,
  createIndex: async path =>
    scenesOfScreen(path).map(scene => ({
      type: 'story' as const,
      importPath: path,
      exportName: scene.exportName,
      name: scene.title,
      title: screenTitle(path),
      tags: ['definition', 'screen', ...layerTags(path)],
    })),
}
