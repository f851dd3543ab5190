import {
  draftRequest,
  eraseSubscriberRequest,
  newsletterActionRequest,
  newsletterResponse,
  newslettersResponse,
  postalAddressRequest,
  previewResponse,
  savedResponse,
  saveRequest,
  sendRequest,
  testResponse,
} from '#contract/admin/newsletters.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';
import { doneResponse } from '#contract/account/session.ts';

/** The calls for writing and sending newsletters. */
export const newslettersCalls = {
  listNewsletters: { method: 'GET', path: '/api/admin/newsletters', response: newslettersResponse },
  createNewsletter: { method: 'POST', path: '/api/admin/newsletters', body: draftRequest, response: savedResponse },
  getNewsletter: { method: 'GET', path: '/api/admin/newsletters/:id', response: newsletterResponse },
  saveNewsletter: { method: 'POST', path: '/api/admin/newsletters/:id', body: saveRequest, response: savedResponse },
  deleteNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/delete',
    body: newsletterActionRequest,
    response: doneResponse,
  },
  previewNewsletter: { method: 'GET', path: '/api/admin/newsletters/:id/preview', response: previewResponse },
  showNewsletter: {
    method: 'GET',
    path: '/api/admin/newsletters/:id/preview.html',
    response: fileResponse,
    file: 'text/html',
  },
  testNewsletter: { method: 'POST', path: '/api/admin/newsletters/:id/test', response: testResponse },
  sendNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/send',
    body: sendRequest,
    response: doneResponse,
  },
  pauseNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/pause',
    body: newsletterActionRequest,
    response: doneResponse,
  },
  resumeNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/resume',
    body: newsletterActionRequest,
    response: doneResponse,
  },
  eraseSubscriber: {
    method: 'POST',
    path: '/api/admin/subscribers/erase',
    body: eraseSubscriberRequest,
    response: doneResponse,
  },
  setPostalAddress: {
    method: 'POST',
    path: '/api/admin/postal-address',
    body: postalAddressRequest,
    response: doneResponse,
  },
} as const satisfies CallTable;
