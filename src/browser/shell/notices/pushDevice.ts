import { call } from '../../data/api.ts'

/** Whether this browser tells of notices though no page of ours is open: it cannot, it may, it does, or the person forbade it. */
export type PushState = 'none' | 'off' | 'on' | 'denied'

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? navigator.serviceWorker.getRegistration()
    : undefined

/** How it stands in this browser. */
export async function pushState(): Promise<PushState> {
  const found = await registration()
  if (!found) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return (await found.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Subscribes this browser, once the person allows it. */
export async function startPush(publicKey: string): Promise<PushState> {
  const found = await registration()
  if (!found) return 'none'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const subscription = await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys = {} } = subscription.toJSON()
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth, aparelho: navigator.userAgent.slice(0, 300) }
  try {
    await call('POST', 'avisos/aparelhos', { body, isRead: true })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** Takes the subscription back, here and at the server. */
export async function stopPush(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (!subscription) return pushState()
  const { endpoint } = subscription
  await call('POST', 'avisos/aparelhos/remover', { body: { endpoint }, isRead: true })
  await subscription.unsubscribe()
  return 'off'
}
