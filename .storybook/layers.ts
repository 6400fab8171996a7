import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileKindOf } from '../src/model/source/definitions.ts'
import { layerFolders, layerName, schemasFolder } from '../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../src/server/start/definitions.ts'

/** One thing that a layer says of a definition, for its page. */
export interface LayerLine {
  readonly layer: string
  /** The place by names: `properties/nome/title`. */
  readonly at: string
  readonly was?: string
  readonly is: string
  readonly reason?: string
  /** File and line of the layer. */
  readonly place: string
}

/** Everything that layers say, by the name of the definition. */
export type LayerLines = Readonly<Record<string, readonly LayerLine[]>>

export function readLayerLines(): LayerLines {
  const lines: Record<string, LayerLine[]> = {}
  for (const { layer, file, at, was, is, reason, source, path } of readDefinitions().layers?.overrides ?? []) {
    const name = fileKindOf(file)?.name ?? file
    lines[name] = [
      ...(lines[name] ?? []),
      {
        layer,
        at,
        is: textOf(is),
        place: `${relative(process.cwd(), join(schemasFolder, source.path))}:${source.place(path, 'key').line}`,
        ...(was === undefined ? {} : { was: textOf(was) }),
        ...(reason === undefined ? {} : { reason }),
      },
    ]
  }
  return lines
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Globs of the definitions that layers bring, below the folder of Storybook: what lies over the product's has its stories there. */
export const layerStories: readonly string[] = layerFolders.flatMap(folder =>
  ['registers/**/x_*.schema.json', 'reports/**/x_*.ui.json', 'imports/x_*.json', 'documents/x_*.json', 'screens/x_*.json'].map(
    glob => join(folder, glob),
  ),
)

/** Whether a layer speaks of a definition of the product. */
export const isOverlaid = (path: string): boolean => !relative(schemasFolder, path).startsWith('..') && layerTags(path).length > 0

/** Tags by which the sidebar is filtered: `camada`, and the name of each layer that speaks of the definition. */
export function layerTags(path: string): string[] {
  const named = layerFolders.flatMap(folder => {
    const inside = relative(folder, path)
    const over = relative(schemasFolder, path)
    const speaks =
      !inside.startsWith('..') || [over, over.replace('.schema.json', '.ui.json')].some(each => existsSync(join(folder, each)))
    return speaks ? [layerName(folder)] : []
  })
  return named.length > 0 ? ['camada', ...named.map(name => `camada-${name}`)] : []
}
