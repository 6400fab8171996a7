import type { Plugin } from 'vite'

/** Id of the element that lists the code: src/browser/app/prefetchAssets.ts reads it. */
export const prefetchListId = 'code'

/**
 * Lists in the page every file of code that is fetched later, so that it can be fetched ahead: what is opened for the first time
 * while the network is away is there then. A block of data, which no rule against inline scripts forbids.
 */
export function prefetchList(): Plugin {
  return {
    name: 'code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const later = Object.values(bundle).flatMap(({ fileName, ...file }) =>
          fileName.endsWith('.js') && !('isEntry' in file && file.isEntry) ? [`/${fileName}`] : [],
        )
        const children = JSON.stringify(later.toSorted())
        return [{ tag: 'script', attrs: { type: 'application/json', id: prefetchListId }, children, injectTo: 'body' }]
      },
    },
  }
}
