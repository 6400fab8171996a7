import type { StorybookConfig } from '@storybook/react-vite'
import { documentIndexer, importIndexer, registerIndexer, reportIndexer, screenIndexer } from './indexer.ts'
import { layerStories } from './layers.ts'
import { definitionStories } from './plugin.ts'

/** The service worker, and what the product's own page says to its first script: pages of stories have neither. */
const isForTheProduct = (plugin: unknown): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && /^(vite-plugin-pwa|first-page$)/.test(String(plugin.name))

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../schemas/registers/**/*.schema.json',
    '../schemas/reports/**/*.ui.json',
    '../schemas/imports/*.json',
    '../schemas/documents/*.json',
    '../schemas/screens/*.json',
    ...layerStories,
    './pages/*.stories.tsx',
    '../src/controls/**/*.stories.tsx',
    '../src/kinds/**/*.stories.tsx',
  ],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  // Texts of its own, in English, that tell a reviewer nothing.
  features: { sidebarOnboardingChecklist: false, controls: false },
  // Tables of what components take: no page here has one, and reading every source for them takes a third of the build.
  typescript: { reactDocgen: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  experimental_indexers: async indexers => [
    registerIndexer,
    reportIndexer,
    importIndexer,
    documentIndexer,
    screenIndexer,
    ...(indexers ?? []),
  ],
  viteFinal: vite => ({
    ...vite,
    root: process.cwd(),
    publicDir: false,
    // A tab walks through all stories: links to the parts of each would heap up in the page's head, which every judgement reads again.
    build: { ...vite.build, modulePreload: false },
    server: { ...vite.server, fs: { allow: [...(vite.server?.fs?.allow ?? []), '.storybook', 'scripts'] } },
    plugins: [definitionStories(), ...(vite.plugins ?? []).flat().filter(plugin => !isForTheProduct(plugin))],
  }),
}

export default config
