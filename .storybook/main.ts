import type { StorybookConfig } from '@storybook/react-vite'
import { importIndexer, registerIndexer, reportIndexer, screenIndexer } from './indexer.ts'
import { definitionStories } from './plugin.ts'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../schemas/registers/**/*.schema.json',
    '../schemas/reports/**/*.ui.json',
    '../schemas/imports/*.json',
    '../schemas/screens/*.sample.json',
    './pages/*.stories.tsx',
  ],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  experimental_indexers: async indexers => [registerIndexer, reportIndexer, importIndexer, screenIndexer, ...(indexers ?? [])],
  viteFinal: vite => ({
    ...vite,
    root: process.cwd(),
    publicDir: false,
    plugins: [definitionStories(), ...(vite.plugins ?? [])],
  }),
}

export default config
