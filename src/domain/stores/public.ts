export { loadAppUsers } from './demo/appUsers.ts'
export { loadDigitalMenu } from './demo/digitalMenu.ts'
export { loadKitchen } from './demo/kitchen.ts'
export { type DeliveryMenus, deliveryMenus } from './ports/deliveryMenus.ts'
