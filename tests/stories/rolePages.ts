import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { importScenes } from '../../.storybook/importScenes.ts'
import { reportScenes } from '../../.storybook/reportScenes.ts'
import { registerAddress, reportAddress } from '../../.storybook/sceneAddress.ts'
import { lookScenes, scenes } from '../../.storybook/scenes.ts'
import { roleDefinitions, type StoryViewer } from '../../.storybook/stories/roleDefinitions.ts'
import { permissionOfRole } from '../../.storybook/stories/rolePermission.ts'
import { memoizeByKey } from '../../src/base/memoizeByKey.ts'
import type { Model } from '../../src/model/model.ts'
import { pageReads, refusedPage } from './pageReads.ts'

/** A story as Storybook's index has it. */
export interface StoryEntry {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly type: string
  readonly importPath: string
  readonly exportName: string
}

interface StoryPage extends StoryViewer {
  readonly state: string
  readonly address: string
}

/**
 * A key of what a generated story draws: stories of one title with the same key show the same page, in the same state, to people who
 * can tell nothing apart in it. Undefined for a story that is not made of a role.
 */
export function drawnPage(model: Model, entry: StoryEntry): string | undefined {
  const page = pageOf(model, entry)
  if (!page) return undefined
  const reads = readsOf(model, page)
  return reads === refusedPage ? refusedPage : `${page.state} ${reads}`
}

const known = new WeakMap<Model, Map<string, string>>()

/** Many states of a page are the same address, and read the same. */
const readsOf = (model: Model, page: StoryPage): string =>
  memoizeByKey(
    memoizeByKey(known, model, () => new Map<string, string>()),
    JSON.stringify([page.role, page.gate, page.shown, page.address]),
    () => {
      const { role, gate, address } = page
      const { admin, owner } = permissionOfRole(model, role, gate)
      // As the stories' own server says it of the user.
      const user = {
        id: 1,
        email: `${role}@exemplo.com.br`,
        nome: 'Maria da Conceição',
        name: 'Maria da Conceição',
        admin,
        owner,
        stores: 1,
      }
      const reads = pageReads({ ...roleDefinitions(model, page), user }, address)
      return reads === refusedPage ? reads : createHash('sha256').update(reads).digest('base64')
    },
  )

function pageOf(model: Model, { importPath, exportName }: StoryEntry): StoryPage | undefined {
  const file = basename(importPath)
  if (/\/registers\/.*\.schema\.json$/.test(importPath)) {
    const name = file.replace(/\.schema\.json$/, '')
    const all = [...scenes, ...lookScenes(model.registers[name]?.views.looks)]
    const scene = all.find(each => each.exportName === exportName)
    const gate = model.registers[name]?.access.see
    const shown = scene?.state === 'show' ? name : undefined
    return (
      scene && {
        role: scene.role,
        gate,
        shown,
        state: `${scene.look ?? scene.view} ${scene.state}`,
        address: registerAddress(model, name, scene),
      }
    )
  }
  if (/\/reports\/.*\.ui\.json$/.test(importPath)) {
    const scene = reportScenes.find(each => each.exportName === exportName)
    const name = file.replace(/\.ui\.json$/, '')
    return (
      scene && {
        role: scene.role,
        gate: model.reports[name]?.gate,
        state: scene.state,
        address: reportAddress(model, name, scene),
      }
    )
  }
  if (!/\/imports\/[^/]*\.json$/.test(importPath)) return undefined
  const scene = importScenes.find(each => each.exportName === exportName)
  return scene && { role: scene.role, state: scene.state, address: model.imports[file.replace(/\.json$/, '')]?.path ?? '/' }
}
