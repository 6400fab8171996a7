import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The hand-written pages stand beside ours in `dist`, so that the same server gives them and answers them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/bench/',
  publicDir: false,
  plugins: [react()],
  build: { outDir: '../../../dist/bench', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
})
