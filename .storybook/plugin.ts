import { basename, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { storyTitle } from './indexer.ts'
import { scenes } from './scenes.ts'

const definition = /registers\/.*\.schema\.json$/
const mark = '\0stories:'
const page = resolve(import.meta.dirname, 'stories/register.tsx')

function storiesOf(path: string): string {
  const register = basename(path, '.schema.json')
  return [
    `import { registerStory } from ${JSON.stringify(page)}`,
    `export default { title: ${JSON.stringify(storyTitle(path))} }`,
    ...scenes.map(
      scene => `export const ${scene.exportName} = registerStory(${JSON.stringify(register)}, ${JSON.stringify(scene)})`,
    ),
  ].join('\n')
}

/** Turns the import of a register's definition into its stories, as the indexer announced them. */
export function definitionStories(): Plugin {
  return {
    name: 'definition-stories',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!definition.test(source) || source.startsWith(mark)) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found ? `${mark}${found.id}.js` : undefined
    },
    load(id) {
      return id.startsWith(mark) ? storiesOf(id.slice(mark.length, -'.js'.length)) : undefined
    },
  }
}
