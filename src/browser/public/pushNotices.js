// Notices that come while no page is open: shown once each, and opened where the person is signed in.
addEventListener('push', event => {
  const { id, title = 'Retaguarda', body = '' } = event.data?.json() ?? {}
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, lang: 'pt-BR', icon: '/favicon.svg', data: { id } }))
})
addEventListener('notificationclick', event => {
  event.notification.close()
  const { id } = event.notification.data ?? {}
  event.waitUntil(clients.openWindow(id ? `/avisos?aviso=${encodeURIComponent(id)}` : '/avisos'))
})
