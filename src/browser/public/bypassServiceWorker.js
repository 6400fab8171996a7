// Calls and files go past the service worker, which keeps none of them: waking it up for them would only cost time.
addEventListener('install', event => {
  const past = ['/api/*', '/files/*', '/healthz'].map(pathname => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }))
  event.addRoutes?.(past)
})
