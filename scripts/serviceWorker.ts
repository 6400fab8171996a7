import { VitePWA } from 'vite-plugin-pwa'

/**
 * The service worker that workbox writes at a build: it keeps the page and all of its code, so that both open without a network.
 * A page comes from the server wherever that answers, so that a new version is there with the next load; the worker that belongs
 * to it waits until no page of the version before is open, whose code would be gone with its worker. Calls and files are not its
 * business.
 */
export const serviceWorker = () =>
  VitePWA({
    filename: 'sw.js',
    // The page registers it itself, once it stands idle: src/browser/app/registerServiceWorker.ts.
    injectRegister: false,
    manifest: false,
    workbox: {
      globPatterns: ['*.{html,js,svg}', 'assets/*'],
      globIgnores: ['assets/passwords-*'],
      // Their names change with what they hold: what the browser has already is not fetched again.
      dontCacheBustURLsMatching: /^assets\//,
      // No address but the fallback below gets the kept page.
      directoryIndex: null,
      navigateFallback: null,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      skipWaiting: false,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      importScripts: ['bypassServiceWorker.js', 'pushNotices.js'],
      navigationPreload: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) => request.mode === 'navigate' && !/^\/(api|files)\//i.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: 'index.html' } },
        },
      ],
    },
  })
