import {
  draftRequest,
  eraseSubscriberRequest,
  newsletterActionRequest,
  newsletterAnswer,
  newslettersAnswer,
  postalAddressRequest,
  previewAnswer,
  savedAnswer,
  saveRequest,
  sendRequest,
  testAnswer,
} from '#contract/admin/newsletters.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';
import { doneAnswer } from '#contract/account/session.ts';

/** Writing newsletters. */
export const newslettersCalls = {
  listNewsletters: { method: 'GET', path: '/api/admin/newsletters', answer: newslettersAnswer },
  createNewsletter: { method: 'POST', path: '/api/admin/newsletters', body: draftRequest, answer: savedAnswer },
  getNewsletter: { method: 'GET', path: '/api/admin/newsletters/:id', answer: newsletterAnswer },
  saveNewsletter: { method: 'POST', path: '/api/admin/newsletters/:id', body: saveRequest, answer: savedAnswer },
  deleteNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/delete',
    body: newsletterActionRequest,
    answer: doneAnswer,
  },
  previewNewsletter: { method: 'GET', path: '/api/admin/newsletters/:id/preview', answer: previewAnswer },
  showNewsletter: {
    method: 'GET',
    path: '/api/admin/newsletters/:id/preview.html',
    answer: fileAnswer,
    file: 'text/html',
  },
  testNewsletter: { method: 'POST', path: '/api/admin/newsletters/:id/test', answer: testAnswer },
  sendNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/send',
    body: sendRequest,
    answer: doneAnswer,
  },
  pauseNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/pause',
    body: newsletterActionRequest,
    answer: doneAnswer,
  },
  resumeNewsletter: {
    method: 'POST',
    path: '/api/admin/newsletters/:id/resume',
    body: newsletterActionRequest,
    answer: doneAnswer,
  },
  eraseSubscriber: {
    method: 'POST',
    path: '/api/admin/subscribers/erase',
    body: eraseSubscriberRequest,
    answer: doneAnswer,
  },
  setPostalAddress: {
    method: 'POST',
    path: '/api/admin/postal-address',
    body: postalAddressRequest,
    answer: doneAnswer,
  },
} as const satisfies CallTable;
