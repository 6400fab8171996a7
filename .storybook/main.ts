import type { StorybookConfig } from '@storybook/react-vite'
import { importIndexer, registerIndexer, reportIndexer, screenIndexer } from './indexer.ts'
import { definitionStories } from './plugin.ts'

const isServiceWorker = (plugin: unknown): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && String(plugin.name).startsWith('vite-plugin-pwa')

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../schemas/registers/**/*.schema.json',
    '../schemas/reports/**/*.ui.json',
    '../schemas/imports/*.json',
    '../schemas/screens/*.json',
    './pages/*.stories.tsx',
    '../src/controls/**/*.stories.tsx',
    '../src/kinds/**/*.stories.tsx',
  ],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  // Texts of its own, in English, that tell a reviewer nothing.
  features: { sidebarOnboardingChecklist: false, controls: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  experimental_indexers: async indexers => [registerIndexer, reportIndexer, importIndexer, screenIndexer, ...(indexers ?? [])],
  viteFinal: vite => ({
    ...vite,
    root: process.cwd(),
    publicDir: false,
    // Its pages need no service worker.
    plugins: [definitionStories(), ...(vite.plugins ?? []).flat().filter(plugin => !isServiceWorker(plugin))],
  }),
}

export default config
